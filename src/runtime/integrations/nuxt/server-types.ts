/** What `createAuth` of `authwright/nuxt/server` returns, and what the module hands to it. */
import type { PluginServerFunctions } from "../../server-functions/plugin-functions.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import type { Session } from "../../types/entities.js";
import type { Health } from "../../types/health.js";
import type { ShowsSession } from "../../types/session-of.js";
import type { NodeResponse } from "../server/node-adapter.js";
import type { IncomingRequest } from "../server/node-arrival.js";
import type { PrivateResponse } from "../server/private-node.js";
import type { TrustProxy } from "../server/trusted-proxy.js";
import type { RouteRules } from "./rules.js";

/** What surrounds the app. */
export interface NuxtAuthOptions {
  /**
   * The proxies in front: how many, or their addresses and ranges. Default: what the variable TRUST_PROXY says (`1`, or
   * addresses with commas between them), else nobody is believed.
   */
  readonly trustProxy?: TrustProxy | undefined;
  /**
   * IP address of the client, where no client can choose it. By default that of the connection, and what proxies say.
   * @example (event) => String(event.node.req.headers["cf-connecting-ip"]) // on Cloudflare alone
   */
  readonly clientAddress?: ((event: NuxtRequestEvent) => string | undefined) | undefined;
}

/** Where `readBody` of h3 keeps what it has read. */
export const rawBody: unique symbol = Symbol.for("h3RawBody");

/** A request of Node, after code of the app may have read its body. */
export interface NuxtRequest extends IncomingRequest {
  /** What `readBody` of h3 has read. */
  readonly [rawBody]?: Promise<unknown>;
}

/** An answer of Node, or what stands for one on other platforms. */
export interface NuxtResponse extends NodeResponse, PrivateResponse {}

/** The part of an event of h3 1 that is used. */
export interface NuxtRequestEvent {
  /** As Node has them, on every platform. */
  readonly node: {
    /** What was asked. */
    readonly req: NuxtRequest;
    /** The answer. */
    readonly res: NuxtResponse;
  };
  /** What middleware hands on. */
  readonly context: object;
}

/** Where the module has mounted the endpoints, and what it guards. */
export interface MountPlace {
  /** Path of the endpoints below the app's own path: `/api/auth`. */
  readonly basePath: string;
  /** What stands in front of every address of the app: `/` or `/shop/`. */
  readonly baseURL: string;
  /** The variable TRUST_PROXY: how many proxies stand in front, or their addresses with commas between them. */
  readonly trustProxy?: string | undefined;
  /** As Nitro has resolved them. */
  readonly rules: RouteRules;
}

/** What the module puts into a server. */
export interface Mounted {
  /** In front of all that the server answers: the guards of the rules. */
  guard(event: NuxtRequestEvent): Promise<void>;
  /** The middleware: endpoints and pages of `pageAddresses`. */
  answer(event: NuxtRequestEvent): Promise<void>;
  /** @throws Response for who may not open a connection at a guarded address */
  upgrade(request: UpgradeRequest): Promise<void>;
  /** Keeps an answer with a session in it out of shared caches. */
  beforeResponse(event: NuxtRequestEvent): void;
}

/** A request for a WebSocket, as crossws shows it. */
export interface UpgradeRequest {
  /** Absolute, or the path and query. */
  readonly url: string;
  /** By name. */
  readonly headers: Headers;
  /** On Node: the request itself. */
  readonly _req?: NuxtRequest | undefined;
}

/** What a page is told of whether it may be rendered. */
export interface PageVerdict {
  /** Left out: it may. */
  readonly refused?: {
    /** 302 with a location; 401 for a script, 403 for a role that is missing, 503 while the store is down. */
    readonly status: number;
    /** Where who asks has to go: to sign-in and back. Without one the answer is sent. */
    readonly location: string | undefined;
  };
}

/** What the rendering of a page finds at its request, as `event.context.authwright`. */
export interface NuxtRequestContext {
  /** Who is signed in: null for nobody, or while the store cannot tell. */
  session(): Promise<Session | null>;
  /** The paths that rules of nuxt.config guard, below the app's own; `*` stands for one part between slashes. */
  readonly guarded: readonly string[];
  /** Whether caches may keep the page for everybody, as its headers are now. */
  isShared(): boolean;
  /**
   * Whether the page may be rendered for who asks.
   * @param parameters of the page's route, by name; default: those of the server's own
   */
  judge(requirement: Requirement, parameters?: Readonly<Record<string, unknown>>): Promise<PageVerdict>;
}

/** The same, for a page that is answered at another address than its own. */
export interface NuxtPageContext extends NuxtRequestContext {
  /** Whether the rules of nuxt.config let who asks see the page of a path, below the app's own. */
  judgeAt(path: string): Promise<PageVerdict>;
}

/**
 * What `createAuth` returns.
 *
 * @typeParam Shown what the `session` callback makes
 */
export interface NuxtAuth<Shown = Session>
  extends ShowsSession<Shown>, PluginServerFunctions<[event: NuxtRequestEvent]> {
  /** Who is signed in: null for nobody, or while the store cannot tell. A guard does not ask the store again. */
  session(event: NuxtRequestEvent): Promise<Shown | null>;
  /**
   * Lets a request in, or answers it and throws, so that nothing below the line runs. A page leads to sign-in and back, a
   * `fetch` gets 401 or 403 as JSON; while the store is down the answer is 503.
   * @param requirement what a session must have beside a user; nothing by default
   * @throws UnsupportedStrategy for `maxAge` with database sessions
   * @example
   * export default defineEventHandler(async (event) => {
   *   const { user } = await auth.require(event, { role: "admin" });
   *   return ordersOf(user);
   * });
   */
  require(event: NuxtRequestEvent, requirement?: Requirement): Promise<Shown>;
  /** Is everything there that sign-ins need? It never rejects. `event` is for a configuration that is made from it. */
  health(event?: NuxtRequestEvent): Promise<Health>;
  /** Called by the module. @throws Error for rules that guard nothing as they are written */
  mount(place: MountPlace): Mounted;
}
