/** A Hono context as an arrival, its body also where a middleware has read it, and an answer on it. */
import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { bodyKind } from "../http/body.js";
import type { FlowResult } from "../http/flow-result.js";
import { cutUrl, fromWebRequest, renderResult } from "../http/web.js";
import type { ActionRequest } from "../http/action-request.js";
import type { Target } from "./server/node-adapter.js";
import type { Arrival } from "./server/arrival.js";
import { type TrustProxy, type TrustsHop, wayOf } from "./server/trusted-proxy.js";

/** What surrounds the app. */
export interface HonoAuthOptions {
  /** The proxies in front: how many, or their addresses and ranges. Default: nobody is believed. */
  readonly trustProxy?: TrustProxy | undefined;
  /**
   * IP address of the client, where the platform tells it and no client can choose it. By default that of the connection
   * on Node and Bun, and what the proxies of `trustProxy` say.
   * @example (c) => c.req.header("cf-connecting-ip") // on Cloudflare alone
   */
  readonly clientAddress?: ((c: Context) => string | undefined) | undefined;
}

interface Surroundings extends Pick<HonoAuthOptions, "clientAddress"> {
  readonly trusts: TrustsHop;
}

/** What `@hono/node-server` puts into `c.env`. */
interface NodeBindings {
  readonly incoming?: {
    readonly httpVersionMajor?: number;
    readonly socket?: { readonly remoteAddress?: string };
  };
}

/** What Bun gives beside the request: itself, as `c.env` or in it. */
interface BunServer {
  readonly requestIP?: (request: Request) => { readonly address: string } | null;
}

function bunAddress(c: Context): string | undefined {
  const env = c.env as (BunServer & { readonly server?: BunServer }) | undefined;
  const server = env?.server ?? env;
  return typeof server?.requestIP === "function" ? server.requestIP(c.req.raw)?.address : undefined;
}

const incomingOf = (c: Context) => (c.env as NodeBindings | undefined)?.incoming;

/** Is it a connection of Node that serves one request after the other? */
const isHttp1 = (c: Context): boolean => incomingOf(c)?.httpVersionMajor === 1;

export function arrivalOf(c: Context, { trusts, clientAddress }: Surroundings): Arrival<Context> {
  const header = (name: string) => c.req.raw.headers.get(name);
  const { origin, pathname, search } = cutUrl(c.req.url);
  const [protocol = "", host] = origin.split("://", 2);
  const peer = incomingOf(c)?.socket?.remoteAddress ?? bunAddress(c);
  const way = wayOf({ protocol, host, peer, header }, trusts);
  const target = search === "" ? pathname : `${pathname}?${search}`;
  return {
    ...way,
    clientAddress: clientAddress?.(c) ?? way.clientAddress,
    id: c,
    isRouted: true,
    method: c.req.method.toUpperCase(),
    target,
    addresses: [target, c.req.path],
    parameters: c.req.param(),
    header,
  };
}

/** The request; where a middleware has read its body, with what Hono keeps of that. */
function withParsedBody(c: Context): Request {
  const { raw } = c.req;
  if (!raw.bodyUsed) return raw;
  const headers = new Headers(raw.headers);
  headers.delete("content-length");
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(await keptText(c)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Request(raw.url, { method: raw.method, headers, body, duplex: "half" } as RequestInit);
}

export const requestOf = (c: Context, { basePath, origin, clientAddress }: Target): ActionRequest =>
  fromWebRequest(withParsedBody(c), basePath, origin, clientAddress);

async function keptText({ req }: Context): Promise<string> {
  if (bodyKind(req.header("content-type")) !== "form") return req.text();
  const fields = Object.entries(await req.parseBody());
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString();
}

/** By way of the context, so that what the app has set on it before is sent too. */
export function write(result: FlowResult, c: Context): Response {
  const { status, headers, body } = renderResult(result);
  // The rest of a body that was not read must not be taken for the next request.
  if (status === 413 && isHttp1(c)) c.header("connection", "close");
  for (const [name, value] of headers) c.header(name, value, { append: name === "set-cookie" });
  return c.body(body as string, status as ContentfulStatusCode);
}
