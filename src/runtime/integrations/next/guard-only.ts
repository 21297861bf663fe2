/** Entry point `authwright/next/guard`: the guard of `proxy.ts` or `middleware.ts` without the handlers of sign-ins. */
import type { NextRequest } from "next/server.js";
import { resolveTokenConfig } from "../../settings/resolve-config.js";
import { guard as guarded } from "./guard.js";
import type { FrameworkAuthConfig } from "./types.js";

/** What decides about a request: the members of `FrameworkAuth`'s configuration that have to do with sessions. */
export type GuardConfig = Pick<
  FrameworkAuthConfig,
  | "basePath"
  | "callbacks"
  | "cookies"
  | "debug"
  | "events"
  | "jwt"
  | "logger"
  | "nextSecret"
  | "pageAddresses"
  | "pages"
  | "secret"
  | "session"
  | "sharedStore"
  | "trustHost"
>;

/**
 * The guard alone, for a small `proxy.ts` (Next.js 16) or `middleware.ts` (14 and 15): it reads the session cookie, keeps
 * the session alive and asks `callbacks.authorized`, as `auth` does there. Sign-ins stay with `FrameworkAuth`.
 *
 * @param config the members that `FrameworkAuth` gets too, with the same values: `secret` (default: `AUTH_SECRET`),
 * `session`, `cookies`, `callbacks`, `pages`, `basePath` (default `/api/auth`)
 * @returns the function to export as `default` or `proxy`
 * @throws TypeError for `session: { strategy: "database" }`: those sessions are in the store
 * @example
 * export default guard({ callbacks: { authorized: ({ auth }) => auth !== null } });
 */
export function guard(config: GuardConfig): (request: NextRequest) => Promise<Response> {
  if (config.session?.strategy === "database")
    throw new TypeError(
      'authwright/next/guard reads sessions of strategy "jwt" alone; those of "database" are in the store. Write in its place: import { auth } from "./auth"; export default auth',
    );
  const full: FrameworkAuthConfig = { ...config, providers: [] };
  return (request) => guarded(resolveTokenConfig(full), request);
}
