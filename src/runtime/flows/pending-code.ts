/**
 * The mail that this browser waits for: sealed, in a cookie of 15 minutes. It names the one row that the mail's link is
 * stored as, so link and code use up the same row, and the store decides which of two was first.
 */
import { checkMaxAgeSeconds } from "../http/cookie-policy.js";
import { clearCookie, type CookieChange } from "../http/cookies.js";
import { makeCheckCookie, takeCheckCookie } from "../security/check-cookie.js";
import { hashToken, sameText } from "../security/hash.js";
import { randomBytes } from "../security/random.js";
import type { CookieOption } from "../types/cookies.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";

/** OWASP ASVS 5.0, 6.5.5: codes live ten minutes at most. */
export const codeLifeSeconds = 600;

/** Five tries for each of ten mails in ten minutes: a guess of a whole day hits with less than 1 : 10,000. */
export const codeDigits = 8;
const codes = 10 ** codeDigits;
/** Random numbers above are thrown away: with them some codes would be likelier. */
const usable = Math.floor(2 ** 32 / codes) * codes;

/** A code that people type. */
export function randomCode(): string {
  for (;;) {
    const number = new DataView(randomBytes(4).buffer).getUint32(0);
    if (number < usable) return String(number % codes).padStart(codeDigits, "0");
  }
}

/** What the cookie holds. */
export interface PendingCode {
  readonly identifier: string;
  /** Hash that the row of the link is stored under; nobody can make the link's token of it. */
  readonly row: string;
  /** Of the code, its address and its row. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Named after the session cookie that it may become, with its domain. */
function cookieOf({ cookies: { sessionToken } }: FlowContext): CookieOption {
  const { name, options } = sessionToken;
  const sameSite = options.sameSite === "none" ? "none" : "lax";
  return {
    name: `${name}.mail`,
    options: { ...options, sameSite, httpOnly: true, maxAge: checkMaxAgeSeconds },
  };
}

const hashOf = async (code: string, { identifier, row }: Pick<PendingCode, "identifier" | "row">) =>
  hashToken(JSON.stringify(["mail-code", code, identifier, row]), []);

/** The cookie of a mail that was sent. */
export async function keepCode(
  context: FlowContext<EmailConfig>,
  sent: Pick<PendingCode, "identifier" | "row">,
  code: string,
): Promise<CookieChange> {
  const pending: PendingCode = {
    ...sent,
    hash: await hashOf(code, sent),
    until: Date.now() + codeLifeSeconds * 1000,
  };
  const value = JSON.stringify(pending);
  return makeCheckCookie(context, context.provider, cookieOf(context), { value, sessionBinding: undefined });
}

/** The mail that this browser waits for; undefined where it waits for none of this provider, or for too long. */
export async function readPendingCode(context: FlowContext<EmailConfig>): Promise<PendingCode | undefined> {
  const { name } = cookieOf(context);
  if (context.request.cookie(name) === undefined) return undefined;
  const value = await takeCheckCookie(context, context.provider, name, "mail").catch(() => undefined);
  return value === undefined ? undefined : (JSON.parse(value) as PendingCode);
}

export const isOpen = ({ until }: PendingCode): boolean => Date.now() < until;

/** People copy blanks along, and some keyboards write wide digits. */
export async function isRightCode(pending: PendingCode, given: unknown): Promise<boolean> {
  if (typeof given !== "string") return false;
  const code = given.slice(0, 100).normalize("NFKC").replaceAll(/[\s-]/g, "");
  return sameText(await hashOf(code, pending), pending.hash);
}

/** Clears the cookie where there is one. */
export function clearPendingCode(context: FlowContext): readonly CookieChange[] {
  const cookie = cookieOf(context);
  return context.request.cookie(cookie.name) === undefined ? [] : [clearCookie(cookie)];
}
