/** A Fastify request as an arrival, and an answer on the reply. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { renderResult } from "../http/web.js";
import { directClient } from "../security/client-address.js";
import type { FlowResult } from "../http/flow-result.js";
import { headerOf } from "./node-adapter.js";
import type { Arrival } from "./request-auth.js";

/** Fastify has heard the proxies that its `trustProxy` believes; only then it has `ips`, the peer first. */
export function arrivalOf(request: FastifyRequest): Arrival<FastifyRequest> {
  const header = (name: string) => headerOf(request.raw.headers, name);
  const peer = request.raw.socket.remoteAddress;
  const isProxyTrusted =
    request.ips !== undefined && (request.ips.length > 1 || header("x-forwarded-for") === null);
  return {
    protocol: request.protocol,
    host: request.host,
    forwardedProtocol: undefined,
    forwardedHost: undefined,
    peer,
    clientAddress: (request.ips?.length ?? 0) > 1 ? request.ip : directClient(peer, header),
    isProxyTrusted,
    id: request,
    method: request.method,
    target: request.originalUrl,
    header,
  };
}

/** By way of the reply, so that hooks of the app see it. */
export function write(result: FlowResult, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = renderResult(result);
  reply.code(status);
  // The rest of a body that was not read must not be taken for the next request.
  if (status === 413 && reply.request.raw.httpVersionMajor === 1) reply.header("connection", "close");
  for (const [name, value] of headers) reply.header(name, value);
  // As bytes: a text would get a second charset.
  return reply.send(body === null ? undefined : Buffer.from(body));
}
