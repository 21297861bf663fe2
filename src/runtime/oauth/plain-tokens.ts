/** The token answer of plain OAuth 2 (RFC 6749 sections 5.1 and 5.2). */
import type { Exchanged } from "./exchanged.js";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isAbsent = (value: unknown): boolean => value === undefined;

const text = "a text with something in it";

/** Members that are read, and what they must be. */
const members: readonly (readonly [name: string, isGood: (value: unknown) => boolean, kind: string])[] = [
  ["access_token", isText, text],
  ["token_type", isText, text],
  ["expires_in", (value) => isAbsent(value) || secondsOf(value) >= 0, "a number of seconds"],
  ["refresh_token", (value) => isAbsent(value) || isText(value), text],
  ["scope", (value) => isAbsent(value) || typeof value === "string", "a text"],
];

/** Less than nothing when it is no number. */
function secondsOf(value: unknown): number {
  const seconds = typeof value === "string" ? parseFloat(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) ? seconds : -1;
}

/**
 * @param body undefined: it is no JSON
 * @returns the tokens; `token_type` in lower case, `expires_in` as a number
 * @throws Error when it is no answer with a token; nothing of the body but its error is in the text
 */
export function plainTokens(response: Response, body: unknown): Exchanged["tokens"] {
  if (response.status !== 200) throw refused(response, body);
  const fail = (problem: string) => new Error(`The token endpoint's answer ${problem}`);
  if (!/^application\/json *(;|$)/i.test(response.headers.get("content-type") ?? ""))
    throw fail("has a content-type other than application/json");
  if (body === undefined) throw fail("is not JSON");
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw fail("is no JSON object");
  const tokens = body as Exchanged["tokens"];
  for (const [name, isGood, kind] of members)
    if (!isGood(tokens[name]))
      throw fail(isAbsent(tokens[name]) ? `holds no \`${name}\`` : `holds \`${name}\`, which is not ${kind}`);
  const type = String(tokens.token_type).toLowerCase();
  if (type !== "bearer" && type !== "dpop")
    throw fail("holds `token_type`, which is neither Bearer nor DPoP");
  const expires = tokens.expires_in === undefined ? {} : { expires_in: secondsOf(tokens.expires_in) };
  return { ...tokens, ...expires, token_type: type };
}

/** The provider's own words where it gives any (RFC 6749 section 5.2). */
function refused(response: Response, body: unknown): Error {
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  const said = response.headers.has("www-authenticate")
    ? ["it asks for authentication (WWW-Authenticate)"]
    : isText(error)
      ? [error, isText(description) && description]
      : [];
  const why = [`status ${response.status}`, ...said].filter(Boolean).join(", ");
  return new Error(`The token endpoint refused the code (${why})`);
}
