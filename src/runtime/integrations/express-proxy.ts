/** What is between an Express app and its clients: is the peer a proxy to believe, and who is the client? */
import { directClient, isForwarded } from "../security/client-address.js";
import type { Compiled } from "../types/flow.js";
import { headerOf, type NodeRequest } from "./node-edge.js";

/** The part of an Express request that tells. */
export interface ProxiedRequest {
  readonly headers: NodeRequest["headers"];
  readonly protocol?: string;
  /** The client's address as far as `trust proxy` allows it to be known. */
  readonly ip?: string | undefined;
  readonly app?: { get(setting: string): unknown };
  readonly socket?: { readonly remoteAddress?: string | undefined };
}

/** Does the app's `trust proxy` setting trust the peer? Only then its forwarded values count. */
export function trustsPeer({ app, socket }: ProxiedRequest): boolean {
  const trust: unknown = app?.get("trust proxy fn");
  return typeof trust === "function" && trust(socket?.remoteAddress, 0) === true;
}

/** The client's own address, or undefined where the peer may be a proxy. */
export function clientAddressOf(req: ProxiedRequest): string | undefined {
  if (trustsPeer(req)) return req.ip;
  return directClient(req.socket?.remoteAddress, (name) => headerOf(req.headers, name));
}

/** What a proxy in front says that Express is not to believe: in words for the log, with the line to write. */
export function unheardProxy(
  { protocol, headers }: ProxiedRequest,
  { siteOrigin, throttle }: Compiled,
): string | undefined {
  const line = 'Add app.set("trust proxy", 1)';
  if (siteOrigin === undefined && protocol !== "https" && headerOf(headers, "x-forwarded-proto") === "https")
    return `The proxy says https and Express does not trust it, so callback URLs and cookies are those of http. ${line}, or AUTH_URL`;
  if (throttle.isOn && isForwarded((name) => headerOf(headers, name)))
    return `Requests come through a proxy that Express does not trust, so tries are counted by name alone and not by client address. ${line}`;
  return undefined;
}
