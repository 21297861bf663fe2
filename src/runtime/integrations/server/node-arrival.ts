/** A request of Node itself as an arrival. */
import { headerOf, type NodeRequest } from "./node-adapter.js";
import type { Arrival } from "./arrival.js";
import { type TrustsHop, wayOf } from "./trusted-proxy.js";

/** The part of a request of node:http or node:http2 that is used; frameworks that keep it may add to it. */
export interface IncomingRequest extends NodeRequest {
  /** Path and query. */
  readonly url?: string | undefined;
  /** Path and query before a router has cut off where it is mounted. */
  readonly originalUrl?: string | undefined;
  /** The connection that the request came by. */
  readonly socket?: {
    /** IP address of the peer. */
    readonly remoteAddress?: string | undefined;
    /** True on a TLS connection. */
    readonly encrypted?: unknown;
  };
}

export function arrivalOf(req: IncomingRequest, trusts: TrustsHop): Arrival<IncomingRequest> {
  const header = (name: string) => headerOf(req.headers, name);
  const protocol = req.socket?.encrypted ? "https" : "http";
  const host = header("host") ?? header(":authority") ?? undefined;
  return {
    ...wayOf({ protocol, host, peer: req.socket?.remoteAddress, header }, trusts),
    id: req,
    method: (req.method ?? "GET").toUpperCase(),
    target: req.originalUrl ?? req.url ?? "/",
    addresses: [req.originalUrl, req.url],
    header,
  };
}
