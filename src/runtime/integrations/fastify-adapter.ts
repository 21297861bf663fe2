/** A Fastify request as an arrival, and an answer on the reply. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { renderResult } from "../http/web.js";
import { directClient } from "../security/client-address.js";
import type { ActionRequest } from "../http/action-request.js";
import type { FlowResult } from "../http/flow-result.js";
import { fromNode, headerOf, type Target } from "./server/node-adapter.js";
import { membersOf } from "../types/members.js";
import type { Arrival, RequestAuth } from "./server/arrival.js";

export const advice = {
  server: "Fastify",
  line: 'Add { trustProxy: "10.0.0.0/8" } (where the proxy is) to Fastify()',
};

export const requestOf = (request: FastifyRequest, target: Target): ActionRequest =>
  fromNode(request.raw, target);

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
    addresses: [request.originalUrl, request.url],
    parameters: membersOf(request.params),
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

/** A hook for all requests: the pages of `pageAddresses` are outside of the prefix that routes of the plugin have. */
export const answerPages =
  (
    auth: Pick<RequestAuth<FastifyRequest>, "page">,
    at: (request: FastifyRequest) => Arrival<FastifyRequest>,
  ) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const answer = await auth.page(at(request));
    return answer && write(answer, reply);
  };
