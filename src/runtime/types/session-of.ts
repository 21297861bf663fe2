/** The session that an app shows, as a type that code of the browser can import. */

/** There while types are checked, and at no other time. */
declare const shown: unique symbol;

/** Carries the type of what the `session` callback makes. */
export interface ShowsSession<Shown> {
  /** Never there: read it with {@link SessionOf}. */
  readonly [shown]?: Shown;
}

/**
 * The session that the `auth` of a server shows.
 *
 * @typeParam Auth `typeof auth`, of `createAuth` or of the functions for Next.js
 * @example
 * import type { auth } from "./auth.js";
 * type AppSession = SessionOf<typeof auth>;
 */
export type SessionOf<Auth> = Auth extends ShowsSession<infer Shown> ? Shown : never;
