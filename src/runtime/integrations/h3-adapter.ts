/** An event of h3 as an arrival, and an answer to it. */
import type { ActionRequest } from "../http/action-request.js";
import type { FlowResult } from "../http/flow-result.js";
import { cutUrl, fromWebRequest, renderResult } from "../http/web.js";
import type { Target } from "./server/node-adapter.js";
import { membersOf } from "../types/members.js";
import type { Arrival } from "./server/arrival.js";
import { type TrustProxy, type TrustsHop, wayOf } from "./server/trusted-proxy.js";

/** What surrounds the app. */
export interface H3AuthOptions {
  /** The proxies in front: how many, or their addresses and ranges. Default: nobody is believed. */
  readonly trustProxy?: TrustProxy | undefined;
  /**
   * IP address of the client, where no client can choose it. By default that of the connection, and what proxies say.
   * @example (event) => event.req.headers.get("cf-connecting-ip") ?? undefined // on Cloudflare alone
   */
  readonly clientAddress?: ((event: H3RequestEvent) => string | undefined) | undefined;
}

/** The part of an h3 event that is used. */
export interface H3RequestEvent {
  /** A web request, with what the server knows of its connection. */
  readonly req: {
    /** Absolute, as the client asked for it. */
    readonly url: string;
    /** Upper case. */
    readonly method: string;
    /** By name. */
    readonly headers: {
      /** Null where there is none. */
      get(name: string): string | null;
    };
    /** IP address of the peer, where the platform tells it. */
    readonly ip?: string | undefined;
    /** What the platform gives beside the request. */
    readonly runtime?: object | undefined;
  };
  /** What the answer is going to have. */
  readonly res: {
    /** HTTP status. */
    status?: number | undefined;
    /** Those of the app too. */
    readonly headers: {
      /** In place of one of that name. */
      set(name: string, value: string): void;
      /** Beside one of that name. */
      append(name: string, value: string): void;
    };
  };
  /** What middleware hands on. */
  readonly context: object;
}

interface Surroundings extends Pick<H3AuthOptions, "clientAddress"> {
  readonly trusts: TrustsHop;
}

/** What srvx puts into `req.runtime` on Node. */
interface NodeRuntime {
  readonly node?: {
    readonly req?: {
      readonly httpVersionMajor?: number;
      readonly socket?: { readonly remoteAddress?: string; readonly encrypted?: boolean };
    };
  };
}

const incomingOf = ({ req }: H3RequestEvent) => (req.runtime as NodeRuntime | undefined)?.node?.req;

export function arrivalOf(
  event: H3RequestEvent,
  { trusts, clientAddress }: Surroundings,
): Arrival<H3RequestEvent> {
  const { req } = event;
  const header = (name: string) => req.headers.get(name);
  const { origin, pathname, search } = cutUrl(req.url);
  const [scheme = "", authority] = origin.split("://", 2);
  const incoming = incomingOf(event);
  // srvx may put X-Forwarded-Proto into the URL, and the socket's address where there is no Host (HTTP/1.0).
  const isEncrypted = incoming?.socket?.encrypted ?? false;
  const protocol = incoming === undefined ? scheme : isEncrypted ? "https" : "http";
  const peer = incoming === undefined ? req.ip : incoming.socket?.remoteAddress;
  const host = header("host") ?? (incoming?.httpVersionMajor === 1 ? undefined : authority);
  const way = wayOf({ protocol, host, peer, header }, trusts);
  const target = search === "" ? pathname : `${pathname}?${search}`;
  return {
    ...way,
    clientAddress: clientAddress?.(event) ?? way.clientAddress,
    id: event,
    isRouted: true,
    method: req.method.toUpperCase(),
    target,
    addresses: [target],
    parameters: membersOf(membersOf(event.context)["params"]),
    header,
  };
}

/** The request of an endpoint. A body that something else has read is an error that the log names, not an empty form. */
export function requestOf({ req }: H3RequestEvent, target: Target): ActionRequest {
  const request = req as Request;
  const own = fromWebRequest(request, target.basePath, target.origin, target.clientAddress);
  if (!request.bodyUsed) return own;
  return Object.assign(own, { body: () => Promise.reject(new TypeError(readBefore)) });
}

const readBefore =
  "The body was read before auth.handler got the request. Read a copy there: await event.req.clone().text()";

/** By way of the event, so that what the app has set on it before is sent too. */
export function write(result: FlowResult, event: H3RequestEvent): string | Uint8Array {
  const { status, headers, body } = renderResult(result);
  event.res.status = status;
  // The rest of a body that was not read must not be taken for the next request.
  if (status === 413 && incomingOf(event)?.httpVersionMajor === 1)
    event.res.headers.set("connection", "close");
  for (const [name, value] of headers) {
    if (name === "set-cookie") event.res.headers.append(name, value);
    else event.res.headers.set(name, value);
  }
  // A text gets a type, an empty one too.
  return body ?? new Uint8Array();
}
