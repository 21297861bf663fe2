/** The web adapter: Request in, Response out. */
import { actionRequest, type ActionRequest } from "./action-request.js";
import { cookieLine } from "./cookies.js";
import { type FlowResult, noStore } from "./flow-result.js";
import { readWebBody } from "./web-body.js";

/** Cuts an absolute URL by hand: the URL parser would cost more than the session check. */
export function cutUrl(url: string): { origin: string; pathname: string; search: string } {
  const hash = url.indexOf("#");
  const end = hash === -1 ? url.length : hash;
  const host = url.indexOf("://") + 3;
  let question = url.indexOf("?", host);
  if (question === -1 || question > end) question = end;
  let slash = url.indexOf("/", host);
  if (slash === -1 || slash > question) slash = question;
  return {
    origin: url.slice(0, slash),
    pathname: slash === question ? "/" : url.slice(slash, question),
    search: url.slice(question + 1, end),
  };
}

/**
 * A web Request as an ActionRequest. Request has already put its URL into canonical form.
 *
 * @param basePath where the handler is mounted; "" at the root
 * @param site the origin that user code is told, where the URL was built from the server's own host name
 */
export function fromWebRequest(
  request: Request,
  basePath: string,
  site?: string,
  clientAddress?: string,
): ActionRequest {
  const { origin, pathname, search } = cutUrl(request.url);
  const url = site === undefined ? request.url : site + request.url.slice(origin.length);
  return actionRequest({
    method: request.method.toUpperCase(),
    pathname,
    basePath,
    search,
    clientAddress,
    header: (name) => request.headers.get(name),
    readBody: () => readWebBody(request),
    toRequest: (body) =>
      body === undefined ? request : withBody(url, request.method, request.headers, body),
  });
}

/** A Request for user code: same address and headers, the fields as JSON. */
export function withBody(url: string, method: string, from: Headers, body: Record<string, unknown>): Request {
  const request = new Request(url, { method, headers: from, body: JSON.stringify(body) });
  request.headers.delete("content-length");
  return request;
}

export const contentTypes = { json: "application/json", html: "text/html; charset=utf-8" } as const;

/** A result as headers without its cookies, and a body. */
function responseParts(result: FlowResult): {
  status: number;
  headers: Record<string, string>;
  body: string | null;
} {
  const headers: Record<string, string> = { ...result.headers };
  // Cookies are for one browser, whatever the answer is.
  if (result.cookies?.length) headers["cache-control"] ??= noStore["cache-control"];
  switch (result.kind) {
    case "json":
      headers["content-type"] = contentTypes.json;
      headers["x-content-type-options"] = "nosniff";
      return { status: result.status ?? 200, headers, body: result.text ?? JSON.stringify(result.body) };
    case "html":
      headers["content-type"] = contentTypes.html;
      return { status: result.status ?? 200, headers, body: result.body };
    case "redirect":
      headers["location"] = result.location;
      return { status: result.status ?? 302, headers, body: null };
    case "empty":
      return { status: result.status ?? 204, headers, body: null };
  }
}

const cookieLines = ({ cookies = [] }: FlowResult): string[] => cookies.map(cookieLine);

/** A result as a list of headers and a body, for adapters that write them one by one. */
export function renderResult(result: FlowResult): {
  status: number;
  headers: [string, string][];
  body: string | null;
} {
  const { status, headers, body } = responseParts(result);
  const cookies = cookieLines(result).map((line): [string, string] => ["set-cookie", line]);
  return { status, headers: [...Object.entries(headers), ...cookies], body };
}

export function toWebResponse(result: FlowResult): Response {
  const { status, headers, body } = responseParts(result);
  const [first, ...more] = cookieLines(result);
  if (first) headers["set-cookie"] = first;
  // A record is read faster than a list, and holds one cookie. Servers that make their own Response copy what it was made
  // with: nothing is added afterwards.
  const all = more.length > 0 ? new Headers(headers) : undefined;
  for (const line of more) all?.append("set-cookie", line);
  return new Response(body, { status, headers: all ?? headers });
}
