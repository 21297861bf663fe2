/**
 * What the session cookie holds while somebody acts for a user: a token under a salt of its own, which nothing opens as a
 * session: not an earlier release, not another library, not this one without the plugin.
 */
import { readSessionCookies } from "../../../http/cookie-chunks.js";
import { seal, unseal } from "../../../security/seal.js";
import type { JWT } from "../../../types/entities.js";
import type { ResolvedConfig, SessionContext } from "../../../types/resolved-config.js";

/** In front of the token: a session check looks for it, and tries no key. */
const form = "act.";
const salt = "authwright.impersonation";

/** What the token says. */
export interface ActClaims {
  /** Finds the row; no list shows it. */
  readonly key: string;
  /** Of the jwt strategy: what the `jwt` callback has made for the user. */
  readonly token: JWT | undefined;
}

/** @param maxAgeSeconds until the end that the row has */
export const sealAct = async (
  { secrets }: ResolvedConfig,
  claims: ActClaims,
  maxAgeSeconds: number,
): Promise<string> => form + (await seal({ ...claims }, { secrets, salt, maxAgeSeconds }));

const isAct = (value: string): boolean => value.startsWith(form);

/** Whether the session cookie says that somebody acts for a user, however little it may be worth. */
export const holdsAct = ({ cookieHeader }: Pick<SessionContext, "cookieHeader">): boolean =>
  cookieHeader?.includes(`=${form}`) === true;

/** @returns undefined: no value of the session cookie opens */
export async function openAct({
  resolved,
  cookies,
  cookieHeader,
}: SessionContext): Promise<ActClaims | undefined> {
  const { values } = readSessionCookies(cookieHeader, cookies.sessionToken.name, isAct);
  for (const value of values) {
    const options = { secrets: resolved.acceptedSecrets, salt };
    const opened = await unseal(value.slice(form.length), options).catch(() => undefined);
    const key = opened?.["key"];
    const token = opened?.["token"];
    if (typeof key === "string") return { key, token: isToken(token) ? token : undefined };
  }
  return undefined;
}

const isToken = (value: unknown): value is JWT => typeof value === "object" && value !== null;
