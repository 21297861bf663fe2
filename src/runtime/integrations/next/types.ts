import type { NextApiRequest } from "next";
import type { NextRequest } from "next/server.js";
import type { Callbacks } from "../../types/callbacks.js";
import type { AuthConfig } from "../../types/config.js";
import type { Awaitable, DefaultSession, JWT, Session } from "../../types/entities.js";

/** The configuration of `FrameworkAuth`: that of `Auth` without `raw`, with `authorized` among the callbacks. */
export interface FrameworkAuthConfig<Token extends JWT = JWT, Shown = Session | DefaultSession> extends Omit<
  AuthConfig,
  "raw" | "callbacks"
> {
  /** See `Callbacks`; `authorized` is of this integration alone. */
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
  /** The session; null when nobody is signed in. */
  auth: Shown | null;
}

/**
 * `undefined` where the caller has no request: server components and actions. In API routes of the Pages Router it is
 * a `NextApiRequest`.
 */
export type ConfigSource<Token extends JWT = JWT, Shown = Session | DefaultSession> = (
  request: NextRequest | undefined,
) => Awaitable<FrameworkAuthConfig<Token, Shown>>;

/** The configuration of any app: what its callbacks make is known to its compiler alone. */
export type AnyFrameworkConfig = FrameworkAuthConfig<JWT, unknown>;

/** The same with whatever requests are at hand. */
export type RequestConfig = (request: Request | NextApiRequest | undefined) => Awaitable<AnyFrameworkConfig>;

// oxlint-disable no-explicit-any -- the second argument has the shape of the user's own route
export type RouteContext = any;
export type Handler<Shown = Session> = (
  request: FrameworkAuthRequest<Shown>,
  context: RouteContext,
) => Awaitable<Response | null | undefined | void>;
// oxlint-enable no-explicit-any
