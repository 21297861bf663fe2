/** An event of Nuxt 4 (h3 1, Nitro 2) as an arrival, and an answer to it. */
import type { ActionRequest } from "../../http/action-request.js";
import type { Arrival } from "../arrival.js";
import { cutTarget, fromNode, type NodeResponse, type Target } from "../node-adapter.js";
import { arrivalOf as arrivalOfNode, type IncomingRequest } from "../node-arrival.js";
import type { TrustProxy, TrustsHop } from "../trusted-proxy.js";

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
const rawBody: unique symbol = Symbol.for("h3RawBody");

/** A request of Node, after code of the app may have read its body. */
export interface NuxtRequest extends IncomingRequest {
  /** What `readBody` of h3 has read. */
  readonly [rawBody]?: Promise<unknown>;
}

/** The part of an event of h3 1 that is used. */
export interface NuxtRequestEvent {
  /** As Node has them, on every platform. */
  readonly node: {
    /** What was asked. */
    readonly req: NuxtRequest;
    /** The answer. */
    readonly res: NodeResponse;
  };
  /** What middleware hands on. */
  readonly context: object;
}

export interface Surroundings extends Pick<NuxtAuthOptions, "clientAddress"> {
  readonly trusts: TrustsHop;
}

/** @param basePath of the endpoints, with what stands in front of every address of the app */
export function arrivalOf(
  event: NuxtRequestEvent,
  { trusts, clientAddress }: Surroundings,
  basePath: string,
): Arrival<NuxtRequestEvent> {
  const arrival = arrivalOfNode(event.node.req, trusts);
  return {
    ...arrival,
    clientAddress: clientAddress?.(event) ?? arrival.clientAddress,
    id: event,
    basePath,
  };
}

/** Pages of Nuxt answer with a slash at their end and without: so do ours. */
export function withoutSlash(target: string): string {
  const { pathname, search } = cutTarget(target);
  const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  return search === "" ? path : `${path}?${search}`;
}

/** The request of an endpoint, also after `readBody` of the app. */
export function requestOf({ node: { req } }: NuxtRequestEvent, target: Target): ActionRequest {
  const own = fromNode(req, target);
  const bytes = req[rawBody];
  if (bytes === undefined) return own;
  const { method, headers } = req;
  const read = async () =>
    fromNode({ method, headers, body: await bytes, [Symbol.asyncIterator]: nothing }, target).body();
  return Object.assign(own, { body: read });
}

async function* nothing(): AsyncGenerator<never> {}
