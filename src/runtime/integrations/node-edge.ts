/** The Node edge: req in, res out, with no web object on the way. */
import { actionRequest } from "../http/action-request.js";
import { type BodyKind, bodyKind, bodyLimitBytes, parseBody, plain, RequestRefused } from "../http/body.js";
import { renderResult, withBody } from "../http/web.js";
import type { ActionRequest, FlowResult } from "../types/flow.js";

/** Header lists of a Node request, by lower-case name. Structural, so that users without Node's types can compile. */
type NodeHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A Node request, also after a framework's body parser. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly headers: NodeHeaders;
  /** Data has been taken from the stream already. */
  readonly readableDidRead?: boolean;
  readonly readableEnded?: boolean;
  body?: unknown;
}

export interface NodeResponse {
  statusCode: number;
  getHeader(name: string): number | string | string[] | undefined;
  setHeader(name: string, value: string | readonly string[]): unknown;
  end(body?: string): unknown;
}

export interface Target {
  readonly origin: string;
  readonly pathname: string;
  readonly basePath: string;
  /** Query without "?". */
  readonly search: string;
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

export function headerOf(headers: NodeHeaders, name: string): string | null {
  const value = headers[name];
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}

export function fromNode(req: NodeRequest, { origin, pathname, basePath, search }: Target): ActionRequest {
  const method = (req.method ?? "GET").toUpperCase();
  return actionRequest({
    method,
    pathname,
    basePath,
    search,
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
export function webHeaders(from: NodeHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(from)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && !name.startsWith(":")) headers.append(name, item);
    }
  }
  return headers;
}

/** The body from the stream, or what a body parser made of it before us. */
async function readNodeBody(req: NodeRequest): Promise<Record<string, unknown> | undefined> {
  const kind = bodyKind(headerOf(req.headers, "content-type"));
  if (kind === undefined) return undefined;
  const isTaken = req.readableDidRead === true || req.readableEnded === true;
  if (isTaken || (req.body !== undefined && !isEmptyObject(req.body))) return fromParser(kind, req.body);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of req) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
    length += bytes.length;
    if (length > bodyLimitBytes) throw new RequestRefused(413, "The body is too large");
    chunks.push(bytes);
  }
  return parseBody(kind, Buffer.concat(chunks).toString("utf8"));
}

const isEmptyObject = (body: unknown): boolean =>
  typeof body === "object" && body !== null && !Buffer.isBuffer(body) && Object.keys(body).length === 0;

function fromParser(kind: BodyKind, body: unknown): Record<string, unknown> | undefined {
  if (Buffer.isBuffer(body)) return parseBody(kind, body.toString("utf8"));
  if (typeof body === "string") return parseBody(kind, body);
  const fields = plain(body);
  // Parsers of forms make a list of a repeated field; we take the last one, as in JSON.
  return kind === "form"
    ? Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]),
      )
    : fields;
}

/** Writes a result. Cookies that the app has set before stay. */
export function writeNode(result: FlowResult, res: NodeResponse): void {
  const { status, headers, body } = renderResult(result);
  res.statusCode = status;
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
  res.end(body ?? undefined);
}
