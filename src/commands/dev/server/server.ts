/** The HTTP server of `auth dev`: simulated providers, pages, pictures and the mails that were caught. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProviderRecord } from "../../../providers/kit/record.js";
import { standardized } from "./dialect.js";
import { mayAsk } from "./askers.js";
import { isLoopbackHost } from "./loopback.js";
import type { MailCatcher } from "./mail-catcher.js";
import { mailDocument, mailPage } from "./mail-page.js";
import { type Live, liveScript } from "./live.js";
import { portrait, refused } from "./picker-page.js";
import { Protocol } from "./protocol.js";
import type { SignIns } from "./sign-ins.js";
import { document, json, type SimulatedResponse, type SimulatedRequest, redirect } from "./simulate.js";
import { type AppInUse, startPage } from "./start-page.js";
import type { UserDirectory } from "./user-directory.js";
import type { SimulatedUser } from "./users.js";

const bodyLimitBytes = 128 * 1024;

const securityHeaders = {
  "x-content-type-options": "nosniff",
  // With none, browsers would send the forms of these pages with `Origin: null`.
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  // The picker is answered by redirects to the app, so form-action is the app's loopback address, any port.
  "content-security-policy":
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'",
};

type Records = Readonly<Record<string, ProviderRecord>>;

/** What the server keeps and shows. */
export interface Stage {
  readonly records: Records;
  readonly catcher: MailCatcher;
  readonly users: UserDirectory;
  readonly signIns: SignIns;
  readonly live: Live;
  readonly app: AppInUse | undefined;
  /** Who signs in without being asked for. */
  readonly always: SimulatedUser | undefined;
}

/**
 * The HTTP side: `/play/<provider>[~<issuer>]/<scheme>/<host>/<path>` is a request to that provider, `/userinfo/…` one
 * for its profile at the address that the app configured, `/mail` takes mails and shows them, `/` shows what happened.
 */
export function identityServer(stage: Stage): Server {
  const { catcher, users, signIns, live } = stage;
  const protocol = new Protocol(signIns);
  const stop = new AbortController();

  async function answer(request: IncomingMessage): Promise<SimulatedResponse> {
    const host = request.headers.host ?? "";
    // A page of the internet may let its name point here (DNS rebinding); it then sends that name.
    if (!isLoopbackHost(host.replace(/:\d+$/, "")))
      return refused("This server answers to local names only.", 421);
    const own = `http://${host}`;
    const url = new URL(request.url ?? "/", own);
    if (!mayAsk(request, host, url.pathname))
      return refused("This server answers forms and calls of its own pages only.", 403);
    if (isNavigation(request)) signIns.sawCookies(url.hostname, authCookies(request));
    if (url.pathname === "/") return document(start(stage));
    if (url.pathname === "/live.js") return script;
    if (url.pathname === "/events") return { status: 200 };
    if (/^\/mail(?:\/\d+)?$/.test(url.pathname)) return mail(request, url.pathname, catcher);
    if (url.pathname === "/users") return addUser(request, stage);
    const user = users.find(/^\/people\/([\w.-]+)\.svg$/.exec(url.pathname)?.[1]);
    if (user)
      return { status: 200, headers: { "content-type": "image/svg+xml" }, body: portrait(user).markup };
    const simulatedRequest = await readSimulatedRequest(request, url, { stage, own });
    return simulatedRequest ? protocol.answer(simulatedRequest) : json({ error: "not_found" }, 404);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, headers, body, delay } = await answer(request);
    if (status === 200 && request.url === "/events") return live.listen(response, securityHeaders);
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

const script: SimulatedResponse = {
  status: 200,
  headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-store" },
  body: liveScript,
};

const start = ({ app, signIns, catcher, users, always }: Stage, refusal?: string): string =>
  startPage({
    app,
    signIns: signIns.all,
    mails: catcher.mails,
    users: users.list,
    problems: users.problems,
    always,
    ...(refusal !== undefined && { refusal }),
  });

async function addUser(request: IncomingMessage, stage: Stage): Promise<SimulatedResponse> {
  if (request.method !== "POST") return redirect("/");
  const form = await formOf(request);
  const text = (name: string) => form.get(name)?.trim() || undefined;
  const roles = text("roles")
    ?.split(",")
    .map((role) => role.trim())
    .filter(Boolean);
  const [name, email] = [text("name"), text("email")];
  const added = stage.users.add({
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(roles && { roles }),
    emailVerified: form.has("verified"),
  });
  return typeof added === "string" ? document(start(stage, added), 400) : redirect("/#users");
}

/** A page that a browser shows, rather than a call of the app. */
const isNavigation = ({ headers }: IncomingMessage): boolean =>
  headers["sec-fetch-site"] !== undefined || headers.accept?.includes("text/html") === true;

const ownCookie = /(?:session-token|callback-url|csrf-token|code_verifier|state|nonce|challenge)(?:\.\d+)?$/;
const mostCookies = 20;

/** Names of the cookies that look like ours; never a value. */
const authCookies = ({ headers: { cookie = "" } }: IncomingMessage): readonly string[] =>
  cookie
    .split(";")
    .map((pair) => (pair.split("=")[0] ?? "").trim())
    .filter((name) => ownCookie.test(name))
    .slice(0, mostCookies);

/** All of them, or the one of this address. */
function caughtMail(address: string, catcher: MailCatcher): SimulatedResponse {
  const [, , arrived] = address.split("/");
  if (arrived === undefined) return document(mailPage(catcher.mails));
  const caught = catcher.find(arrived);
  return caught === undefined ? json({ error: "not_found" }, 404) : mailDocument(caught);
}

async function mail(
  request: IncomingMessage,
  address: string,
  catcher: MailCatcher,
): Promise<SimulatedResponse> {
  if (request.method !== "POST") return caughtMail(address, catcher);
  // JSON is what no form can send: pages of others do not get here.
  const isJson = request.headers["content-type"]?.startsWith("application/json");
  return isJson ? catcher.take(membersOf(await bodyOf(request))) : json({ error: "json_expected" }, 415);
}

/** The request to a provider that an address of this server, `own`, stands for. */
async function readSimulatedRequest(
  request: IncomingMessage,
  url: URL,
  { stage: { records, users, always }, own }: { stage: Stage; own: string },
): Promise<SimulatedRequest | undefined> {
  const match = /^\/(play|userinfo)\/([^/~]+)(?:~([\w-]+))?\/(https?)\/([^/]+)(\/.*)?$/.exec(url.pathname);
  if (!match) return undefined;
  const [, what, id = "", issuer, scheme, host, path = "/"] = match;
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
    isUserinfo: what === "userinfo",
    issuer: issuer ? Buffer.from(issuer, "base64url").toString() : issuerOf(record, address),
    headers: new Headers(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)] as [string, string]),
    ),
    form: await formOf(request),
    origin: own,
    users,
    always,
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
  const type = request.headers["content-type"] ?? "";
  const body = await bodyOf(request);
  if (type.startsWith("application/json")) return new URLSearchParams(texts(membersOf(body)));
  return new URLSearchParams(type.startsWith("application/x-www-form-urlencoded") ? body : "");
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyLimitBytes) throw new RangeError("body too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function membersOf(body: string): Record<string, unknown> {
  try {
    return Object.fromEntries(Object.entries(JSON.parse(body) as object));
  } catch {
    return {};
  }
}

const texts = (members: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(members).filter((member): member is [string, string] => typeof member[1] === "string"),
  );
