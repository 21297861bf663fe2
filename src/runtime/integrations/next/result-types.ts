import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { PluginServerFunctions } from "../../server-functions/plugin-functions.js";
import type { Health } from "../../types/health.js";
import type { Session, User } from "../../types/entities.js";
import type { ShowsSession } from "../../types/session-of.js";
import type { RequireFunction } from "./require-types.js";
import type { Handler, RouteContext } from "./types.js";

/** The forms of `auth`, told apart by their arguments; an argument of type any takes the first that fits. */
export interface AuthFunction<Shown = Session> extends ShowsSession<Shown>, PluginServerFunctions<[]> {
  /** API routes, and wherever a request and its response are at hand. */
  (
    req: NextApiRequest | GetServerSidePropsContext["req"],
    res: NextApiResponse | GetServerSidePropsContext["res"],
  ): Promise<Shown | null>;
  /** Server components, actions, route handlers. */
  (): Promise<Shown | null>;
  /** getServerSideProps. */
  (context: Pick<GetServerSidePropsContext, "req" | "res">): Promise<Shown | null>;
  /** Around a route handler, the proxy or the middleware. */
  (handler: Handler<Shown>): (request: NextRequest, context: RouteContext) => Promise<Response>;
  /** As the proxy or middleware itself. */
  (request: NextRequest, event: NextFetchEvent): Promise<Response>;
  /** Guards a page, an action or a handler. */
  readonly require: RequireFunction<Shown>;
  /**
   * Is everything there that sign-ins need? Asks each store one cheap question within `deadlineSeconds`.
   *
   * @returns what is well and what is not, without a secret; it never rejects
   * @example export const GET = async () => Response.json(await auth.health());
   */
  health(): Promise<Health>;
}

/** Query parameters for the authorization endpoint. */
export type SignInParams = string | string[][] | Record<string, string> | URLSearchParams;

/** Where a sign-in leads, and the fields of its form. */
export interface SignInChoice extends Record<string, unknown> {
  /** Relative path to go to after the sign-in; default: the current page. */
  redirectTo?: string;
  /** false: the address is returned in place of a redirect. Default: true. */
  redirect?: boolean;
}

/** Where a sign-out leads. */
export interface SignOutChoice {
  /** Relative path to go to; default: the current page. */
  redirectTo?: string;
  /**
   * Ends the session at the provider too, where that has `federatedSignOut`: the address is one that sends the browser
   * there, good once, in this browser, for a minute. The id of a provider: at that one. Default: here alone.
   */
  federated?: boolean | (string & {});
  /** false: the address is returned in place of a redirect. Default: true. */
  redirect?: boolean;
}

/** Handlers, `auth` and the server actions of one configuration. */
export interface FrameworkAuthResult<Shown = Session> {
  /** The sign-in endpoints. */
  handlers: {
    /** `export const { GET, POST } = handlers` in `app/api/auth/[...auth]/route.ts`. */
    GET: (request: NextRequest) => Promise<Response>;
    /** As `GET`. */
    POST: (request: NextRequest) => Promise<Response>;
    /** The same as an API route of the Pages Router. */
    pages: (req: NextApiRequest, res: NextApiResponse) => Promise<void>;
    /**
     * What the configuration has outside of the base path, at `/.well-known/…`: `change-password` with the plugin
     * `password`, `passkey-endpoints` and `webauthn` with passkeys. Every other name is 404.
     */
    wellKnown: {
      /** `export const { GET } = handlers.wellKnown` in `app/.well-known/[name]/route.ts`. */
      GET: (request: NextRequest) => Promise<Response>;
      /** The same as an API route of the Pages Router, to which a rewrite leads. */
      pages: (req: NextApiRequest, res: NextApiResponse) => Promise<void>;
    };
  };
  /** The session, or a guard: see the forms of {@link AuthFunction}. */
  auth: AuthFunction<Shown>;
  /**
   * Signs in from a server action or route handler.
   * @param provider id; without one the browser goes to the sign-in page
   * @param options a form, or `redirectTo`, `redirect` and the fields of the form
   * @param authorizationParams query parameters for the provider's authorization endpoint
   * @returns with `redirect: false` the URL to go to; otherwise it never returns, because it redirects
   * @throws AuthError when the sign-in fails
   */
  signIn: <Redirect extends boolean = true>(
    provider?: string,
    options?: FormData | (SignInChoice & { redirect?: Redirect }),
    authorizationParams?: SignInParams,
  ) => Promise<Redirect extends false ? string : never>;
  /**
   * Signs out from a server action or route handler.
   * @returns with `redirect: false` the URL to go to
   */
  signOut: <Redirect extends boolean = true>(
    options?: SignOutChoice & { redirect?: Redirect },
  ) => Promise<Redirect extends false ? string : never>;
  /** Hands `data` to the callbacks as the client's session update does; null when nobody is signed in. */
  update: (data: Partial<Shown> | { user: Partial<User> }) => Promise<Shown | null>;
  /** The same under its older name. */
  unstable_update: (data: Partial<Shown> | { user: Partial<User> }) => Promise<Shown | null>;
}
