/** Entry point `authwright/next`: Next.js 14, 15 and 16, App Router and Pages Router. */
import { handle } from "../../handler.js";
import { fromWebRequest, toWebResponse } from "../../http/web.js";
import type { Visible } from "../../types/callbacks.js";
import type { JWT, Session } from "../../types/entities.js";
import { signIn, signOut, update } from "./actions.js";
import { authFunction } from "./auth-function.js";
import { pagesHandler } from "./pages.js";
import { wellKnownHandlers } from "./well-known.js";
import { routedBasePath, resolveSite } from "./site.js";
import type { FrameworkAuthResult } from "./result-types.js";
import type { ConfigSource, FrameworkAuthConfig, RequestConfig } from "./types.js";

export { AuthError, CredentialsSignin } from "../../errors/index.js";
export { customFetch } from "../../types/symbols.js";
// By way of the main entry point, so that `declare module "authwright"` finds it in every program.
export type { Account, DefaultSession, Profile, Session, User } from "../../index.js";
export type {
  AuthFunction,
  FrameworkAuthResult,
  FrameworkAuthResult as NextAuthResult,
  SignInChoice,
  SignInParams,
  SignOutChoice,
} from "./result-types.js";
export type { PageRequirement, RequireFunction } from "./require-types.js";
export type {
  FrameworkAuthConfig,
  FrameworkAuthConfig as NextAuthConfig,
  FrameworkAuthRequest,
  FrameworkAuthRequest as NextAuthRequest,
} from "./types.js";
export type { Requirement } from "../../server-functions/guarded-place.js";

/**
 * Sign-in for a Next.js app.
 *
 * @param config an object, or a function of the request that returns one (or a promise of one). The function is
 * called at each use, with `undefined` where there is no request. Return the same object where you can, because
 * what is worked out from it is kept with it
 * @returns `handlers` for `app/api/auth/[...auth]/route.ts` (`handlers.pages` for `pages/api/auth/[...auth].ts`), `auth`
 * in all its forms, and the server actions
 * @example
 * export const { handlers, auth, signIn, signOut } = FrameworkAuth({ providers: [GitHub] });
 */
export function FrameworkAuth<Token extends JWT = JWT, Shown = Session>(
  config: FrameworkAuthConfig<Token, Shown> | ConfigSource<Token, Shown>,
): FrameworkAuthResult<Visible<Shown>> {
  // What the callbacks make is known to the compiler alone; from here on every configuration is handled alike.
  const source = (typeof config === "function" ? config : () => config) as RequestConfig;

  const endpoint = async (request: Request): Promise<Response> => {
    const scope = await resolveSite(await source(request), (name) => request.headers.get(name), request.url);
    const basePath = routedBasePath(scope.site, new URL(request.url).pathname);
    return toWebResponse(
      await handle({ ...scope, request: fromWebRequest(request, basePath, scope.site.origin) }),
    );
  };
  const change = async (data: Parameters<FrameworkAuthResult["update"]>[0]): Promise<Session | null> =>
    update(await source(undefined), data);

  const result: FrameworkAuthResult = {
    handlers: {
      GET: endpoint,
      POST: endpoint,
      pages: pagesHandler(source),
      wellKnown: wellKnownHandlers(source),
    },
    auth: authFunction(source),
    // The overloads of the two differ only in what `redirect: false` returns.
    signIn: (async (provider, options, params) =>
      signIn(await source(undefined), provider, options, params)) as FrameworkAuthResult["signIn"],
    signOut: (async (options) => signOut(await source(undefined), options)) as FrameworkAuthResult["signOut"],
    update: change,
    unstable_update: change,
  };
  return result as unknown as FrameworkAuthResult<Visible<Shown>>;
}

export { FrameworkAuth as NextAuth };
export default FrameworkAuth;
