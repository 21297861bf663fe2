/** The token answer of plain OAuth 2 (RFC 6749 sections 5.1 and 5.2), in the words of the protocol library. */
import type { Exchanged } from "./exchanged.js";

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isAbsent = (value: unknown): boolean => value === undefined;

/** Members that are read, and what they must be. */
const members: readonly (readonly [name: string, isGood: (value: unknown) => boolean])[] = [
  ["access_token", isText],
  ["token_type", isText],
  ["expires_in", (value) => isAbsent(value) || secondsOf(value) >= 0],
  ["refresh_token", (value) => isAbsent(value) || isText(value)],
  ["scope", (value) => isAbsent(value) || typeof value === "string"],
];

/** Less than nothing when it is no number. */
function secondsOf(value: unknown): number {
  const seconds = typeof value === "number" ? value : parseFloat(String(value));
  return Number.isFinite(seconds) ? seconds : -1;
}

/**
 * @param body undefined: it is no JSON
 * @returns the tokens; `token_type` in lower case, `expires_in` as a number
 * @throws Error when it is no answer with a token; nothing of the body but its error is in the text
 */
export function plainTokens(response: Response, body: unknown): Exchanged["tokens"] {
  if (response.status !== 200) throw refused(response, body);
  if (!/^application\/json *(;|$)/i.test(response.headers.get("content-type") ?? ""))
    throw new Error(`"response" content-type must be application/json (status ${response.status})`);
  if (body === undefined) throw new Error('failed to parse "response" body as JSON');
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new Error('"response" body must be a top level object');
  const tokens = body as Exchanged["tokens"];
  const wrong = members.find(([name, isGood]) => !isGood(tokens[name]));
  if (wrong) throw new Error(`"response" body "${wrong[0]}" property is missing or of the wrong type`);
  const type = String(tokens.token_type).toLowerCase();
  if (type !== "bearer" && type !== "dpop") throw new Error("unsupported `token_type` value");
  const expires = tokens.expires_in === undefined ? {} : { expires_in: secondsOf(tokens.expires_in) };
  return { ...tokens, ...expires, token_type: type };
}

function refused(response: Response, body: unknown): Error {
  const { error, error_description: description } = (body ?? {}) as Record<string, unknown>;
  const status = `status ${response.status}`;
  if (response.headers.has("www-authenticate"))
    return new Error(`server responded with a challenge in the WWW-Authenticate HTTP Header (${status})`);
  return isText(error)
    ? new Error(
        `server responded with an error in the response body (${[status, error, description].filter(Boolean).join(", ")})`,
      )
    : new Error(
        `"response" is not a conform Token Endpoint response (unexpected HTTP status code) (${status})`,
      );
}
