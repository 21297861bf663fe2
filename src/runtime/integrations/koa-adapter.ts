/** A Koa context as an arrival, and an answer on it. */
import type { Session } from "../types/entities.js";
import type { FlowResult } from "../http/flow-result.js";
import { renderResult } from "../http/web.js";
import { directClient } from "../security/client-address.js";
import { headerOf, type NodeRequest } from "./server/node-adapter.js";
import type { Arrival } from "./server/arrival.js";
import { membersOf } from "../types/members.js";

/** What the middleware puts into `ctx.state`: `new Koa<AuthState>()`. */
export interface AuthState {
  /** Who is signed in: null for nobody, undefined where neither `auth.session` nor `auth.require()` ran. */
  auth?: Session | null | undefined;
}

/** The part of a Koa context that is used. */
export interface KoaContext {
  /** Whether proxies are believed, and how many. */
  readonly app: {
    /** Is the peer a proxy to believe? */
    readonly proxy: boolean;
    /** How many proxies; 0 for no limit. */
    readonly maxIpsCount?: number;
  };
  /** Node's own request. */
  readonly req: NodeRequest & {
    /** 1 or 2. */
    readonly httpVersionMajor?: number;
    /** Says who the peer is, by its IP address. */
    readonly socket?: {
      /** IP address of the peer. */
      readonly remoteAddress?: string | undefined;
    };
  };
  /** `body` is what a body parser made of it. */
  readonly request: object;
  /** Upper case. */
  readonly method: string;
  /** Path and query as the client asked for them. */
  readonly originalUrl: string;
  /** Without what `koa-mount` has cut off. */
  readonly path: string;
  /** `http` or `https`. */
  readonly protocol: string;
  /** What proxies that are believed say of the way, the client first. */
  readonly ips: string[];
  /** What middleware hands on. */
  state: AuthState;
  /** Of the answer. */
  status: number;
  /** Of the answer. */
  body: unknown;
  /** Sets a header of the answer. */
  set(name: string, value: string): void;
  /** Adds a header to the answer. */
  append(name: string, value: string | string[]): void;
  /** Takes a header from the answer. */
  remove(name: string): void;
}

/** Koa believes whoever is its peer where `app.proxy` is set. */
export function arrivalOf(ctx: KoaContext): Arrival<KoaContext> {
  const header = (name: string) => headerOf(ctx.req.headers, name);
  const isProxyTrusted = ctx.app.proxy;
  const peer = ctx.req.socket?.remoteAddress;
  // Without a count any client could put an address in front: what the proxy itself has added is at the end.
  const named = (ctx.app.maxIpsCount ?? 0) > 0 ? ctx.ips[0] : ctx.ips.at(-1);
  return {
    protocol: ctx.protocol,
    // As they came: Koa makes a host of what is none.
    host: header("host") ?? header(":authority") ?? undefined,
    forwardedHost: isProxyTrusted ? (header("x-forwarded-host") ?? undefined) : undefined,
    // Koa has heard it in `protocol`.
    forwardedProtocol: undefined,
    peer,
    clientAddress: isProxyTrusted ? named : directClient(peer, header),
    isProxyTrusted,
    id: ctx,
    method: ctx.method.toUpperCase(),
    target: ctx.originalUrl,
    addresses: [ctx.originalUrl, ctx.path],
    // Of a router, which adds them.
    parameters: membersOf(membersOf(ctx)["params"]),
    header,
  };
}

/** The request, with what a body parser has left on Koa's. */
export function bodyOf({ req, request }: KoaContext): NodeRequest {
  const { body } = membersOf(request);
  if (body === undefined) return req;
  const { method, headers, readableDidRead = false, readableEnded = false } = req;
  const stream = () => req[Symbol.asyncIterator]();
  return { method, headers, readableDidRead, readableEnded, body, [Symbol.asyncIterator]: stream };
}

/** By way of the context, so that what the app has set on it before is sent too. */
export function write(result: FlowResult, ctx: KoaContext): void {
  const { status, headers, body } = renderResult(result);
  ctx.status = status;
  // Koa takes null for 204, and names a type for text.
  ctx.body = body ?? "";
  if (body === null) ctx.remove("content-type");
  // The rest of a body that was not read must not be taken for the next request.
  if (status === 413 && ctx.req.httpVersionMajor === 1) ctx.set("connection", "close");
  for (const [name, value] of headers) {
    if (name === "set-cookie") ctx.append(name, value);
    else ctx.set(name, value);
  }
}
