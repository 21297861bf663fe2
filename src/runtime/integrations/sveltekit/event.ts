/** An event of SvelteKit as an arrival, and how Kit is told what to answer. */
import { error, redirect, type RequestEvent } from "@sveltejs/kit";
import type { CookieChange } from "../../http/cookies.js";
import type { ActionRequest } from "../../http/action-request.js";
import type { FlowResult } from "../../http/flow-result.js";
import { fromWebRequest } from "../../http/web.js";
import { membersOf } from "../../types/members.js";
import type { Arrival } from "../server/arrival.js";
import type { Target } from "../server/node-adapter.js";
import { directClient } from "../../security/client-address.js";
import type { SvelteKitAuthOptions } from "./types.js";

/** What adapter-node gives as `event.platform`. */
interface NodePlatform {
  readonly req?: { readonly socket?: { readonly remoteAddress?: string } };
}

/** An event, with the cookies that its answer is going to set. */
export interface EventState {
  readonly event: RequestEvent;
  /** Cookies were set: what the browser has sent is no longer what it has. */
  readonly hasChanged: boolean;
}

/**
 * The event that stands for a request, because what was read for it is kept with it: `sequence` of Kit gives each hook a
 * copy.
 */
export function firstEvents(): (event: RequestEvent) => RequestEvent {
  const known = new WeakMap<Request, RequestEvent>();
  return (event) => {
    const first = known.get(event.request) ?? event;
    known.set(event.request, first);
    return first;
  };
}

export function arrivalOf(
  { event, hasChanged }: EventState,
  { clientAddress }: SvelteKitAuthOptions,
): Arrival<RequestEvent> {
  const { url, request } = event;
  const told = clientAddress?.(event) ?? kitAddress(event);
  const platform: NodePlatform | undefined = event.platform;
  const peer = platform?.req?.socket?.remoteAddress;
  const header = (name: string) =>
    name === "cookie" && hasChanged ? cookieHeader(event) : request.headers.get(name);
  return {
    id: event,
    method: request.method.toUpperCase(),
    // Of a data request Kit has cut off what makes it one. While it prerenders, the query must not be looked at.
    target: isPrerendering(event) ? url.pathname : url.pathname + url.search,
    addresses: [request.url, url.pathname],
    parameters: event.params,
    header,
    protocol: url.protocol.slice(0, -1),
    host: url.host,
    forwardedProtocol: undefined,
    forwardedHost: undefined,
    peer,
    // Without ADDRESS_HEADER Kit takes the peer for the client.
    clientAddress: told === peer ? directClient(peer, header) : told,
    isProxyTrusted: told !== peer,
  };
}

/** The request of an endpoint. A body that a hook has read is an error that the log names, not an empty form. */
export function requestOf({ request }: RequestEvent, target: Target): ActionRequest {
  const own = fromWebRequest(request, target.basePath, target.origin, target.clientAddress);
  return request.bodyUsed
    ? Object.assign(own, { body: () => Promise.reject(new TypeError(readBefore)) })
    : own;
}

const readBefore =
  "A hook in front of auth.handle has read the body. Read a copy there: await event.request.clone().text()";

function kitAddress(event: RequestEvent): string | undefined {
  try {
    return event.getClientAddress();
  } catch {
    return undefined;
  }
}

/**
 * Is this the build, which asks for pages in order to keep the answers as files? Kit tells that to code of the app alone
 * (`building`), and to others by refusing them the address of the client.
 */
export function isPrerendering(event: RequestEvent): boolean {
  try {
    event.getClientAddress();
    return false;
  } catch (thrown) {
    return String(thrown).includes("prerender");
  }
}

/** Does the answer become a page? A form or a navigation that Kit sends by `fetch` leads to one too. */
const isForPage = ({
  isDataRequest,
  isSubRequest,
  isRemoteRequest,
  request,
}: RequestEvent): boolean | undefined =>
  isSubRequest || isRemoteRequest
    ? false
    : isDataRequest || request.headers.has("x-sveltekit-action")
      ? true
      : undefined;

/** The same arrival, with the headers by which guards tell a page from a `fetch`. */
export function asked(
  arrival: Arrival<RequestEvent>,
  forPage = isForPage(arrival.id),
): Arrival<RequestEvent> {
  if (forPage === undefined) return arrival;
  const said: Readonly<Record<string, string>> = forPage
    ? { accept: "text/html", "sec-fetch-mode": "navigate" }
    : { accept: "application/json", "sec-fetch-mode": "cors" };
  const header = (name: string) => said[name] ?? arrival.header(name);
  return { ...arrival, header };
}

/** What the browser is going to have, as it would send it. */
const cookieHeader = ({ cookies }: RequestEvent): string =>
  cookies
    .getAll()
    .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
    .join("; ");

/** Kit's own defaults are those of its cookies, not of ours. */
export const setKitCookie = ({ cookies }: RequestEvent, { name, value, options }: CookieChange): void =>
  cookies.set(name, value, {
    ...options,
    path: options.path ?? "/",
    httpOnly: options.httpOnly ?? false,
    secure: options.secure ?? false,
  });

/** Kit carries out what is thrown: load functions and actions cannot answer by themselves. */
export function throwToKit(answer: FlowResult | undefined, event: RequestEvent): never {
  const { method } = event.request;
  for (const change of answer?.cookies ?? []) setKitCookie(event, change);
  if (answer?.kind === "redirect")
    redirect(method === "GET" || method === "HEAD" ? 302 : 303, answer.location);
  const said = answer?.kind === "json" ? membersOf(answer.body) : {};
  return error(answer?.status ?? 500, { ...said, message: String(said["message"]) });
}
