/** The Node adapter: req in, res out, with no web object on the way. */
import { actionRequest, type ActionRequest } from "../../http/action-request.js";
import { renderResult, withBody } from "../../http/web.js";
import type { FlowResult } from "../../http/flow-result.js";
import { headerOf, type NodeHeaders, type NodeRequest, readNodeBody } from "./node-body.js";

export { headerOf, type NodeRequest };

/** The part of a Node response that is used. */
export interface NodeResponse {
  /** HTTP status. */
  statusCode: number;
  /** Value of a header that was set before. */
  getHeader(name: string): number | string | string[] | undefined;
  /** Sets a header in place of one of that name. */
  setHeader(name: string, value: string | readonly string[]): unknown;
  /** Sends the answer. */
  end(body: string): unknown;
  /** Of a response of Node: the request that it answers. */
  readonly req?: {
    /** 1 or 2. */
    readonly httpVersionMajor?: number;
  };
}

export interface Target {
  readonly origin: string;
  readonly pathname: string;
  readonly basePath: string;
  /** Query without "?". */
  readonly search: string;
  readonly clientAddress?: string | undefined;
}

/** Path and query of a request target; one in absolute form loses its host, which nobody vouches for. */
export function cutTarget(target: string): { pathname: string; search: string } {
  const scheme = target.startsWith("/") ? -1 : target.indexOf("://");
  const slash = scheme === -1 ? 0 : target.indexOf("/", scheme + 3);
  const path = slash === -1 ? "/" : target.slice(slash);
  const question = path.indexOf("?");
  return question === -1
    ? { pathname: path, search: "" }
    : { pathname: path.slice(0, question), search: path.slice(question + 1) };
}

/** What a router has cut off the path of a request target; undefined for nothing. */
export function siteOf(target: string, rest: string): string | undefined {
  const { pathname } = cutTarget(target);
  if (rest === pathname) return undefined;
  if (pathname.endsWith(rest)) return pathname.slice(0, -rest.length);
  return rest === "/" ? pathname : undefined;
}

export function fromNode(req: NodeRequest, target: Target): ActionRequest {
  const { origin, pathname, basePath, search, clientAddress } = target;
  const method = (req.method ?? "GET").toUpperCase();
  return actionRequest({
    method,
    pathname,
    basePath,
    search,
    clientAddress,
    header: (name) => headerOf(req.headers, name),
    readBody: () => readNodeBody(req),
    toRequest: (body) => {
      const url = `${origin}${pathname}${search === "" ? "" : `?${search}`}`;
      const headers = webHeaders(req.headers);
      return body === undefined
        ? new Request(url, { method, headers })
        : withBody(url, method, headers, body);
    },
  });
}

/** Headers of a Node request as web Headers. */
function webHeaders(from: NodeHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(from)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && !name.startsWith(":")) headers.append(name, item);
    }
  }
  return headers;
}

/** Writes a result. Cookies that the app has set before stay. */
export function writeNode(result: FlowResult, res: NodeResponse): void {
  const { status, headers, body } = renderResult(result);
  res.statusCode = status;
  // The rest of a body that was not read must not be taken for the next request. HTTP/2 tells them apart, and has no such header.
  if (status === 413 && res.req?.httpVersionMajor !== 2) res.setHeader("connection", "close");
  const cookies: string[] = [];
  for (const [name, value] of headers) {
    if (name === "set-cookie") cookies.push(value);
    else res.setHeader(name, value);
  }
  if (cookies.length > 0) {
    const before = res.getHeader("set-cookie");
    const kept = before === undefined ? [] : Array.isArray(before) ? before : [String(before)];
    res.setHeader("set-cookie", [...kept, ...cookies]);
  }
  res.end(body ?? "");
}
