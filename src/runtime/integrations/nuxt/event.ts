/** An event of Nuxt 4 (h3 1, Nitro 2) as an arrival, and an answer to it. */
import type { ActionRequest } from "../../http/action-request.js";
import type { Arrival } from "../server/arrival.js";
import { cutTarget, fromNode, type Target } from "../server/node-adapter.js";
import { arrivalOf as arrivalOfNode } from "../server/node-arrival.js";
import type { TrustsHop } from "../server/trusted-proxy.js";
import { membersOf } from "../../types/members.js";
import { type NuxtAuthOptions, type NuxtRequestEvent, rawBody } from "./server-types.js";

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
    parameters: membersOf(membersOf(event.context)["params"]),
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
