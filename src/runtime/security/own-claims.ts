/** What only we write into a session token: the app's callbacks, which may take over what a client sends, do not. */
import type { JWT } from "../types/entities.js";

/**
 * The id of a token's session. Every answer to a session read carries a new token with a new `jti`; `rid` stays the same
 * from sign-in to sign-out, so that a sign-out ends all of them.
 */
export const sessionIdIn = ({ rid, jti }: JWT): string | undefined => (typeof rid === "string" ? rid : jti);

/** In a token of the plugin two-factor: when the factor was shown, with a proof. No profile has a member of this name. */
export const factorClaim = "authwright.factor";

/** The number that the user's sessions had at sign-in, where a plugin counts how often they were ended. */
export const epochClaim = "session_epoch";

/** Seconds since 1970 at which a session that nothing tells the age of was first seen; with `session.absoluteMaxAge`. */
export const firstSeenClaim = "authwright.first_seen";

/** Seconds since 1970 at which the person was asked, by the provider or by this app; 0: the provider does not say. */
export const askedAtClaim = "authwright.asked_at";

/**
 * When the person was asked, in seconds since 1970. Tokens of earlier releases say when they came back.
 * @returns undefined: the token does not tell
 */
export const askedAtIn = (token: JWT | null | undefined): number | undefined =>
  [token?.[askedAtClaim], token?.["auth_time"]].find((time) => typeof time === "number");

/** All of them: id and age of the session, whom `authorize()` meant, and what plugins have seen in it. */
export const ownClaims = [
  "rid",
  "auth_time",
  askedAtClaim,
  "asserted",
  epochClaim,
  factorClaim,
  firstSeenClaim,
] as const;

/**
 * The token as a callback has made it, with our claims as they were.
 *
 * @param before the token that the callback was given, in a copy of its own: callbacks may change what they are given
 * @throws Error when it has made none
 */
export function keepOwnClaims(token: JWT, before: JWT): JWT {
  if (typeof token !== "object") throw new Error("callbacks.jwt returned no token");
  if (ownClaims.every((name) => token[name] === before[name])) return token;
  const kept = { ...token };
  for (const name of ownClaims) {
    if (name in before) kept[name] = before[name];
    else delete kept[name];
  }
  return kept;
}
