/**
 * The mails that this browser has asked for: sealed, in a cookie of its own, each to the end of its link. A link that is
 * opened in another browser may be a stranger's, so it asks before it signs anybody in.
 */
import { type CookieChange, setCookie } from "../http/cookies.js";
import { checkSecrets, openingSecrets } from "../security/check-cookie.js";
import { hashToken } from "../security/hash.js";
import { seal, unseal } from "../security/seal.js";
import { membersOf } from "../types/members.js";
import type { FlowContext } from "../types/flow.js";
import type { EmailConfig } from "../types/provider.js";
import { isTypedCode } from "./verification-token.js";

type Context = FlowContext<EmailConfig>;

/** What a link of a mail carries. */
export interface MailLink {
  readonly token: string;
  /** Apps that build the links themselves may leave it out. */
  readonly email: string | undefined;
}

/** One mail that this browser has asked for. */
interface Start {
  readonly hash: string;
  /** Milliseconds since 1970 at which its link ends. */
  readonly until: number;
}

/** Mails that one browser remembers, the last ones. */
const maxStarts = 4;

/** Which mail a link is of. Tokens that people type may be typed wrong: of those it is the address that was asked for. */
const hashOf = ({ provider: { id } }: Context, { token, email }: MailLink) =>
  hashToken(JSON.stringify(["mail-start", id, isTypedCode(token) ? ["address", email] : token]), []);

/** Those whose link has not ended; none where the cookie is missing, cut or of another secret. */
async function startsOf(context: Context): Promise<readonly Start[]> {
  const { name } = context.cookies.mailStart;
  const cookie = context.request.cookie(name);
  if (!cookie) return [];
  const opened = await unseal(cookie, { secrets: openingSecrets(context), salt: name }).catch(
    () => undefined,
  );
  const starts: unknown = opened?.["starts"];
  return Array.isArray(starts) ? starts.filter(isOpen) : [];
}

function isOpen(value: unknown): value is Start {
  const { hash, until } = membersOf(value);
  return typeof hash === "string" && typeof until === "number" && until > Date.now();
}

/** The cookie of a browser that has asked for one more mail. @param expires end of its link */
export async function rememberStart(context: Context, link: MailLink, expires: Date): Promise<CookieChange> {
  const cookie = context.cookies.mailStart;
  const hash = await hashOf(context, link);
  const others = (await startsOf(context)).filter((start) => start.hash !== hash);
  const starts = [{ hash, until: expires.valueOf() }, ...others].slice(0, maxStarts);
  const last = Math.max(...starts.map(({ until }) => until));
  const sealed = await seal(
    { starts },
    {
      secrets: checkSecrets(context),
      salt: cookie.name,
      maxAgeSeconds: Math.ceil((last - Date.now()) / 1000),
    },
  );
  return setCookie(cookie, sealed, { expires: new Date(last) });
}

/** Has this browser asked for the mail of the link? */
export async function beganHere(context: Context, link: MailLink): Promise<boolean> {
  const starts = await startsOf(context);
  if (starts.length === 0) return false;
  const hash = await hashOf(context, link);
  return starts.some((start) => start.hash === hash);
}
