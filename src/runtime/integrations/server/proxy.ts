/** What is between an app and its clients: is the peer a proxy to believe, and who is the client? */
import { directClient, isForwarded } from "../../security/client-address.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { headerOf, type NodeRequest } from "./node-adapter.js";
import type { Way } from "./trusted-proxy.js";

/** The part of an Express request that tells. */
export interface ProxiedRequest {
  /** Headers by name in lower case. */
  readonly headers: NodeRequest["headers"];
  /** `https` or `http`, as far as `trust proxy` allows it to be known. */
  readonly protocol?: string;
  /** The client's address as far as `trust proxy` allows it to be known. */
  readonly ip?: string | undefined;
  /** The application, for its settings. */
  readonly app?: {
    /** Value of a setting. */
    get(setting: string): unknown;
  };
  /** The connection. */
  readonly socket?: {
    /** Address of the peer, which may be a proxy. */
    readonly remoteAddress?: string | undefined;
  };
}

/** Does the app's `trust proxy` setting trust the peer? Only then its forwarded values count. */
function trustsPeer({ app, socket }: ProxiedRequest): boolean {
  const trust: unknown = app?.get("trust proxy fn");
  return typeof trust === "function" && trust(socket?.remoteAddress, 0) === true;
}

/** Where a request comes from, and where it was sent to, as the app's settings allow it to be known. */
export function wayOfExpress(req: ProxiedRequest): Way {
  const header = (name: string) => headerOf(req.headers, name);
  const isProxyTrusted = trustsPeer(req);
  const peer = req.socket?.remoteAddress;
  return {
    protocol: req.protocol ?? "http",
    host: header("host") ?? undefined,
    // Express has heard it in `protocol`.
    forwardedProtocol: undefined,
    forwardedHost: isProxyTrusted ? (header("x-forwarded-host") ?? undefined) : undefined,
    peer,
    clientAddress: isProxyTrusted ? req.ip : directClient(peer, header),
    isProxyTrusted,
  };
}

/** Who does not believe a proxy in front, and what would change that. */
export interface ProxyAdvice {
  readonly server: string;
  /** The line to write. */
  readonly line: string;
}

interface Unheard {
  readonly protocol?: string;
  header(name: string): string | null;
}

/** What a proxy in front says that the server is not to believe: in words for the log, with the line to write. */
export function unheardProxy(
  { protocol, header }: Unheard,
  { siteOrigin, tries }: ResolvedConfig,
  { server, line }: ProxyAdvice,
): string | undefined {
  if (siteOrigin === undefined && protocol !== "https" && header("x-forwarded-proto") === "https")
    return `The proxy says https and ${server} does not trust it, so callback URLs and cookies are those of http. ${line}, or AUTH_URL`;
  if (tries.isOn && isForwarded(header))
    return `Requests come through a proxy that ${server} does not trust, so tries are counted by name alone and not by client address. ${line}`;
  return undefined;
}
