/** `session.absoluteMaxAge`: when a session ends however active it is. */
import { firstSeenClaim } from "../security/own-claims.js";
import type { JWT } from "../types/entities.js";
import type { ResolvedConfig, SessionContext } from "../types/resolved-config.js";
import { expiryOf } from "./strategy.js";

type Settings = Pick<ResolvedConfig, "session">;

/** When the session of a token began, in seconds since 1970; where nothing tells, when it was first seen. */
const beginOf = (token: JWT): number | undefined =>
  [token["auth_time"], token[firstSeenClaim]].find((time) => typeof time === "number");

/** @returns milliseconds since 1970; Infinity: it has no such end, or none that is known yet */
export function absoluteEndOf({ session: { absoluteMaxAge } }: Settings, token: JWT): number {
  const began = absoluteMaxAge === undefined ? undefined : beginOf(token);
  return began === undefined ? Infinity : (began + Number(absoluteMaxAge)) * 1000;
}

/** Seconds that a token made now lives: whole ones, so that no reader of its own end takes it after the session's. */
export function lifeOf(resolved: Settings & Pick<ResolvedConfig, "jwt">, token: JWT): number {
  const left = Math.floor(absoluteEndOf(resolved, token) / 1000) - Math.floor(Date.now() / 1000);
  return Math.min(resolved.jwt.maxAge, Math.max(0, left));
}

/** The token, which says from now on when it was first seen where it does not say when its user signed in. */
export function withFirstSight({ session: { absoluteMaxAge } }: Settings, token: JWT): JWT {
  if (absoluteMaxAge === undefined || beginOf(token) !== undefined) return token;
  return { ...token, [firstSeenClaim]: Math.floor(Date.now() / 1000) };
}

/** When a session ends by a token that was made now, or at another time (milliseconds since 1970). */
export const endOf = (context: SessionContext, token: JWT, madeAt?: number): Date =>
  new Date(Math.min(expiryOf(context, madeAt).valueOf(), absoluteEndOf(context.resolved, token)));
