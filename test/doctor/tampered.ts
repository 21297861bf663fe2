/** A real app behind a front that spoils requests and answers, as proxies and mistakes do. */
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { RequestHandler } from "express";
import type { ExpectedAddresses } from "../../src/commands/doctor/live/well-known.js";
import { driveApp, type LiveResult } from "../../src/commands/doctor/live/index.js";
import type { Finding } from "../../src/cli/findings/finding.js";
import GitHub from "../../src/providers/github.js";
import { expresses } from "../support/app.js";
import { MiddlewareAuth, type MiddlewareAuthConfig } from "../../src/runtime/integrations/express.js";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  body: string;
}

export interface Given {
  status: number;
  /** Lower-case names, without cookies. */
  headers: Record<string, string>;
  cookies: string[];
  body: string;
}

/** Changes a request, answers it itself, lets it hang, or changes the app's answer. */
export interface Tamper {
  readonly request?: (sent: Sent) => Partial<Given> | "hang" | undefined;
  readonly answer?: (given: Given, sent: Sent, origin: string) => void;
}

export interface Front {
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

const closing = (server: Server) => (): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listening(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  return server;
}

/** The app itself: our runtime under /auth, and 404 for everything else. */
export async function realApp(
  config: Partial<MiddlewareAuthConfig> = {},
  above: readonly RequestHandler[] = [],
  version: "4" | "5" = "5",
): Promise<Front> {
  const app = expresses[version]();
  for (const middleware of above) app.use(middleware);
  app.use("/auth", MiddlewareAuth({ providers: [GitHub], logger: silent, ...config }));
  const server = await listening(createServer(app));
  return { origin: `http://localhost:${portOf(server)}`, port: portOf(server), close: closing(server) };
}

const silent = { error: () => {}, warn: () => {}, debug: () => {} };

export async function tampered(app: Front, tamper: Tamper): Promise<Front> {
  let origin = "";
  const server = await listening(
    createServer((request, response) => {
      void (async () => {
        const sent = await read(request);
        const own = tamper.request?.(sent);
        if (own === "hang") return;
        const given: Given = own
          ? { status: 200, headers: {}, cookies: [], body: "", ...own }
          : await pass(app, sent);
        tamper.answer?.(given, sent, origin);
        response.sendDate = !("date" in given.headers);
        response.writeHead(given.status, { ...given.headers, "set-cookie": given.cookies });
        response.end(given.body);
      })().catch((error: unknown) => response.destroy(error as Error));
    }),
  );
  origin = `http://localhost:${portOf(server)}`;
  return { origin, port: portOf(server), close: closing(server) };
}

async function read(request: IncomingMessage): Promise<Sent> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const { method = "GET", url = "/" } = request;
  return { method, path: url, headers, body: Buffer.concat(chunks).toString() };
}

/** To the app with the Host that the visitor sent, as a good proxy does. */
async function pass(app: Front, { method, path, headers, body }: Sent): Promise<Given> {
  const { "content-length": _length, connection: _connection, ...kept } = headers;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const length = Buffer.byteLength(body);
    const out = httpRequest(
      { port: app.port, host: "localhost", method, path, headers: { ...kept, "content-length": length } },
      resolve,
    );
    out.once("error", reject);
    out.end(body);
  });
  const { body: text } = await read(answer);
  const { "set-cookie": cookies = [], ...rest } = answer.headers;
  const own = Object.entries(rest).filter(
    ([name]) => !/^(?:connection|keep-alive|transfer-encoding|content-length|date)$/.test(name),
  );
  const plain = Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
  return { status: answer.statusCode ?? 0, headers: plain, cookies, body: text };
}

export const drive = (
  address: string,
  options: {
    expectedBase?: string;
    localFindings?: readonly Finding[];
    wellKnown?: ExpectedAddresses;
    timeoutMs?: number;
  } = {},
): Promise<LiveResult> =>
  driveApp(new URL(address), {
    localFindings: options.localFindings ?? [],
    expectedBase: options.expectedBase,
    wellKnown: options.wellKnown ?? { paths: [], pages: [], line: undefined },
    timeoutMs: options.timeoutMs ?? 15_000,
    signal: new AbortController().signal,
  });
