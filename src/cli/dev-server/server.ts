import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProviderRecord } from "../../providers/kit/record.js";
import { standardized } from "./dialect.js";
import { isLoopbackHost, isLoopbackUrl } from "./loopback.js";
import type { MailCatcher } from "./mail-catcher.js";
import { mailPage } from "./mail-page.js";
import { findPerson } from "./users.js";
import { homePage, portrait, refusalPage } from "./picker-page.js";
import { document, json, type PlayAnswer, type PlayRequest } from "./simulate.js";
import { Protocol } from "./protocol.js";
import { Timeline } from "./timeline.js";

const bodyLimitBytes = 64 * 1024;

const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  // The picker is answered by redirects to the app, so form-action is the app's loopback address, any port.
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

type Records = Readonly<Record<string, ProviderRecord>>;

/**
 * The HTTP side: `/play/<provider>[~<issuer>]/<scheme>/<host>/<path>` is a request to that provider, `/mail` takes
 * mails and shows them.
 */
export function identityServer(records: Records, catcher: MailCatcher): Server {
  const timeline = new Timeline();
  const protocol = new Protocol(timeline);
  const stop = new AbortController();

  async function answer(request: IncomingMessage): Promise<PlayAnswer> {
    const host = request.headers.host ?? "";
    // A page of the internet may let its name point here (DNS rebinding); it then sends that name.
    if (!isLoopbackHost(host.replace(/:\d+$/, "")))
      return document(refusalPage("This server answers to local names only."), 421);
    const { origin } = request.headers;
    if (origin !== undefined && origin !== "null" && !isLoopbackUrl(origin))
      return document(refusalPage("This server answers to local pages only."), 403);
    const own = `http://${host}`;
    const url = new URL(request.url ?? "/", own);
    if (url.pathname === "/") return document(homePage(Object.keys(records), timeline.steps));
    if (url.pathname === "/mail") return mail(request, catcher);
    const person = findPerson(/^\/people\/(\w+)\.svg$/.exec(url.pathname)?.[1]);
    if (person)
      return { status: 200, headers: { "content-type": "image/svg+xml" }, body: portrait(person).markup };
    const play = await playRequest(request, url, { records, own });
    return play ? protocol.answer(play) : json({ error: "not_found" }, 404);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body, delay } = await answer(request);
    if (delay !== undefined) await sleep(delay, undefined, { signal: stop.signal });
    response.writeHead(status, { ...securityHeaders, ...headers });
    response.end(request.method === "HEAD" ? undefined : body);
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) return response.destroy();
      const status = error instanceof RangeError ? 413 : 500;
      response.writeHead(status, { "content-type": "text/plain", ...securityHeaders });
      response.end(status === 413 ? "The body is too large" : "The local identity provider failed");
    });
  });
  server.on("close", () => stop.abort());
  return server;
}

async function mail(request: IncomingMessage, catcher: MailCatcher): Promise<PlayAnswer> {
  if (request.method !== "POST") return document(mailPage(catcher.mails));
  // JSON is what no form can send: pages of others do not get here.
  const isJson = request.headers["content-type"]?.startsWith("application/json");
  return isJson ? catcher.take(await formOf(request)) : json({ error: "json_expected" }, 415);
}

/** The request to a provider that an address of this server, `own`, stands for. */
async function playRequest(
  request: IncomingMessage,
  url: URL,
  { records, own }: { records: Records; own: string },
): Promise<PlayRequest | undefined> {
  const match = /^\/play\/([^/~]+)(?:~([\w-]+))?\/(https?)\/([^/]+)(\/.*)?$/.exec(url.pathname);
  if (!match) return undefined;
  const [, id = "", issuer, scheme, host, path = "/"] = match;
  const target = `${scheme}://${host}${path}${url.search}`;
  if (!URL.canParse(target)) return undefined;
  const providerId = decodeURIComponent(id);
  const record = Object.hasOwn(records, providerId) ? records[providerId] : undefined;
  const address = new URL(target);
  return standardized({
    providerId,
    record,
    method: request.method ?? "GET",
    url: address,
    issuer: issuer ? Buffer.from(issuer, "base64url").toString() : issuerOf(record, address),
    headers: new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    ),
    form: await formOf(request),
    origin: own,
  });
}

/** Without a word from the app: the record's issuer, or where the discovery document was looked for. */
function issuerOf(record: ProviderRecord | undefined, url: URL): string {
  const filled = record?.issuer?.replace(
    /\{(\w+)\}/g,
    (hole, name: string) => record.params?.find((param) => param.name === name)?.default ?? hole,
  );
  if (filled !== undefined && !filled.includes("{")) return filled;
  const at = url.href.indexOf("/.well-known/");
  return at > 0 ? url.href.slice(0, at) : url.origin;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  if (request.method !== "POST") return new URLSearchParams();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimitBytes) throw new RangeError("body too large");
    chunks.push(chunk);
  }
  const type = request.headers["content-type"] ?? "";
  const body = Buffer.concat(chunks).toString();
  if (type.startsWith("application/json")) return new URLSearchParams(flat(body));
  return new URLSearchParams(type.startsWith("application/x-www-form-urlencoded") ? body : "");
}

function flat(body: string): Record<string, string> {
  try {
    const members = Object.entries(JSON.parse(body) as object);
    return Object.fromEntries(members.filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}
