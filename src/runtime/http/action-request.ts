/** {@link ActionRequest} over whatever an adapter has: every part is read on demand and once. */
import { findCookie } from "./cookies.js";

/** One HTTP request, read on demand; made by `http/web.ts` (Request) or `integrations/server/node-adapter.ts` (req). */
export interface ActionRequest {
  /** Upper case. */
  readonly method: string;
  /** Path below the base path, starting with "/", without the query. */
  readonly path: string;
  /** Path of the URL as it came, without the query. */
  readonly pathname: string;
  /** IP address of the client, where the adapter has one that the client cannot choose. */
  readonly clientAddress: string | undefined;
  header(name: string): string | null;
  /** Query of the URL, parsed once. */
  query(): URLSearchParams;
  /** Value of a cookie (percent-decoded, first occurrence wins). */
  cookie(name: string): string | undefined;
  /** POST body as flat data (JSON object or form), undefined when there is none that we read. Read once. */
  body(): Promise<Record<string, unknown> | undefined>;
  /** Does a script ask, which reads JSON and follows no redirect? Known for certain once the body is read. */
  asksForJson(): boolean;
  /** A web Request for user code (`authorize`, lazy configs). `body` replaces the original body, as JSON. */
  toRequest(body?: Record<string, unknown>): Request;
}

/** What an adapter must give. */
export interface RequestParts {
  readonly method: string;
  /** Path of the URL as it came, without the query. */
  readonly pathname: string;
  readonly basePath: string;
  /** Query without "?". */
  readonly search: string;
  readonly clientAddress?: string | undefined;
  header(name: string): string | null;
  readBody(): Promise<Record<string, unknown> | undefined>;
  toRequest(body?: Record<string, unknown>): Request;
}

class LazyRequest implements ActionRequest {
  readonly method: string;
  readonly path: string;
  readonly pathname: string;
  readonly clientAddress: string | undefined;
  readonly #parts: RequestParts;
  #query: URLSearchParams | undefined;
  #cookieHeader: string | null | undefined;
  #body: Promise<Record<string, unknown> | undefined> | undefined;
  #hasJsonField = false;

  constructor(parts: RequestParts) {
    this.#parts = parts;
    this.method = parts.method;
    this.clientAddress = parts.clientAddress;
    this.pathname = parts.pathname;
    this.path = pathBelow(parts.pathname, parts.basePath) ?? "";
  }

  header(name: string): string | null {
    if (name !== "cookie") return this.#parts.header(name);
    // Asked for by sessions and by the other cookies; a web Headers checks the name anew each time.
    return (this.#cookieHeader ??= this.#parts.header(name));
  }

  query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.#parts.search));
  }

  cookie(name: string): string | undefined {
    return findCookie(this.header("cookie") ?? "", name);
  }

  body(): Promise<Record<string, unknown> | undefined> {
    if (this.method !== "POST") return Promise.resolve(undefined);
    return (this.#body ??= this.#readBody());
  }

  async #readBody(): Promise<Record<string, unknown> | undefined> {
    const body = await this.#parts.readBody();
    const json = body?.["json"];
    this.#hasJsonField = json === "true" || json === true;
    return body;
  }

  /** By the header of version 5's client, or the field `json` of version 4's. */
  asksForJson(): boolean {
    return this.header("x-auth-return-redirect") !== null || this.#hasJsonField;
  }

  toRequest(body?: Record<string, unknown>): Request {
    return this.#parts.toRequest(body);
  }
}

/** An ActionRequest from the parts of an adapter. Its `path` is "" when the URL is not below the base path. */
export function actionRequest(parts: RequestParts): ActionRequest {
  return new LazyRequest(parts);
}

/** The rest of the path behind the base path, compared literally and by whole segments; null: not below it. */
function pathBelow(pathname: string, basePath: string): string | null {
  if (basePath === "" || basePath === "/") return pathname;
  if (!pathname.startsWith(basePath)) return null;
  const rest = pathname.slice(basePath.length);
  return rest === "" ? "/" : rest.startsWith("/") ? rest : null;
}

/** Does a browser show the answer as a page? Programs, and browsers that don't say it, count as none. */
export const isShown = (request: ActionRequest): boolean => request.header("sec-fetch-dest") === "document";

/** {@link ActionRequest.asksForJson}, from outside: calls from the app's own code get no answer to read. */
export const wantsJson = ({
  request,
  options,
}: {
  readonly request: ActionRequest;
  readonly options?: { readonly throwErrors?: boolean } | undefined;
}): boolean => !options?.throwErrors && request.asksForJson();
