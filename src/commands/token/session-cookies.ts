import { parseCookies, withoutHeaderName } from "../../cli/formats/cookie-header.js";

/** Names that session cookies have had, the present one first; each is the salt of its tokens. */
const knownCookieNames: readonly string[] = [
  "authjs.session-token",
  "__Secure-authjs.session-token",
  "__Host-authjs.session-token",
  "next-auth.session-token",
  "__Secure-next-auth.session-token",
];

/** A token and the cookie names to try for it. */
export interface FoundToken {
  readonly token: string;
  readonly names: readonly string[];
}

/**
 * The session token in what a person pasted: the token alone, `name=token`, or a whole Cookie header,
 * where a long token lies in pieces `name.0`, `name.1`.
 */
export function findToken(input: string, wantedName: string | undefined): FoundToken | undefined {
  const text = withoutHeaderName(input);
  const names = wantedName === undefined ? knownCookieNames : [wantedName];
  // Base64url has no "=", so a token alone is never taken for a cookie.
  if (!text.includes("=")) return text === "" ? undefined : { token: text, names };
  const cookies = parseCookies(text);
  for (const name of names) {
    const token = cookies.get(name) ?? joinChunks(cookies, name);
    if (token) return { token, names: [name] };
  }
  return undefined;
}

function joinChunks(cookies: ReadonlyMap<string, string>, name: string): string {
  let token = "";
  for (let at = 0; ; at += 1) {
    const chunk = cookies.get(`${name}.${at}`);
    if (chunk === undefined) return token;
    token += chunk;
  }
}
