/** An event of Nuxt 4 (h3 1, Nitro 2) as an arrival, and an answer to it. */
import type { ActionRequest } from "../../http/action-request.js";
import type { Arrival } from "../arrival.js";
import { cutTarget, fromNode, type NodeRequest, type NodeResponse, type Target } from "../node-adapter.js";
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

/** The part of an event of h3 1 that is used. */
export interface NuxtRequestEvent {
  /** As Node has them, on every platform. */
  readonly node: {
    /** The request. */
    readonly req: IncomingRequest;
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
  const path = pathname.replace(/(?<=[^/])\/$/, "");
  return search === "" ? path : `${path}?${search}`;
}

/** Where `readBody` of h3 keeps what it has read. */
const rawBody = Symbol.for("h3RawBody");

/** The request of an endpoint, also after `readBody` of the app. */
export function requestOf({ node: { req } }: NuxtRequestEvent, target: Target): ActionRequest {
  const own = fromNode(req, target);
  const bytes = (req as { readonly [rawBody]?: Promise<unknown> })[rawBody];
  if (bytes === undefined) return own;
  const read = async () => {
    const { method, headers } = req;
    return fromNode({ method, headers, body: await bytes } as NodeRequest, target).body();
  };
  return Object.assign(own, { body: read });
}
