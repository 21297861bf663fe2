import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import type { NextFetchEvent, NextRequest } from "next/server.js";
import type { AuthConfig, Callbacks } from "../../types/config.js";
import type { Awaitable, DefaultSession, JWT, Session, User } from "../../types/entities.js";

export interface FrameworkAuthConfig<Token extends JWT = JWT, Shown = Session | DefaultSession> extends Omit<
  AuthConfig,
  "raw" | "callbacks"
> {
  callbacks?:
    | (Partial<Callbacks<Token, Shown>> & {
        /**
         * May this request go on? Asked in the proxy or middleware. false: to the sign-in page; a Response: that one.
         * Do not redirect to a page that this callback protects.
         */
        // oxlint-disable-next-line no-explicit-any -- fixed by the interface: truthiness or a Response
        authorized?: (params: { request: NextRequest; auth: Session | null }) => any;
      })
    | undefined;
}

/** A request as `auth((request) => …)` hands it on. */
export interface FrameworkAuthRequest<Shown = Session> extends NextRequest {
  auth: Shown | null;
}

/** `undefined` where the caller has no request: server components and actions. */
export type ConfigSource<Token extends JWT = JWT, Shown = Session | DefaultSession> = (
  request: Request | NextApiRequest | undefined,
) => Awaitable<FrameworkAuthConfig<Token, Shown>>;

// oxlint-disable no-explicit-any -- the second argument has the shape of the user's own route
type RouteContext = any;
export type Handler<Shown = Session> = (
  request: FrameworkAuthRequest<Shown>,
  context: RouteContext,
) => Awaitable<Response | null | undefined | void>;

/** The forms of `auth`, told apart by their arguments; an argument of type any takes the first that fits. */
export interface AuthFunction<Shown = Session> {
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
}
// oxlint-enable no-explicit-any

export type SignInParams = string | string[][] | Record<string, string> | URLSearchParams;

export interface SignInChoice extends Record<string, unknown> {
  /** Relative path to go to after the sign-in; default: the current page. */
  redirectTo?: string;
  redirect?: boolean;
}

export interface SignOutChoice {
  /** Relative path to go to; default: the current page. */
  redirectTo?: string;
  redirect?: boolean;
}

export interface FrameworkAuthResult<Shown = Session> {
  handlers: {
    GET: (request: NextRequest) => Promise<Response>;
    POST: (request: NextRequest) => Promise<Response>;
    /** The same as an API route of the Pages Router. */
    pages: (req: NextApiRequest, res: NextApiResponse) => Promise<void>;
  };
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
