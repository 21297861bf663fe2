/** Requests to an Express app from any address: the app gets the objects that Express makes, with a socket of ours. */
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Duplex } from "node:stream";
import type { Socket } from "node:net";
import express from "express";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";

export interface Origin {
  /** Address at the other end of the connection; default 127.0.0.1. */
  readonly peer?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookie?: string | undefined;
}

export interface ExpressAnswer {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly cookies: readonly string[];
}

/** Posts a form with a valid CSRF token. */
export type ExpressRequestFrom = (
  path: string,
  fields: Readonly<Record<string, string>>,
  from?: Origin,
) => Promise<ExpressAnswer>;

class PeerSocket extends Duplex {
  readonly remoteAddress: string;
  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }
  override _read(): void {}
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

/** @param host what the Host header says */
export async function expressAt(
  config: AuthConfig,
  { host = "localhost:3000" }: { host?: string } = {},
): Promise<ExpressRequestFrom> {
  const app = express();
  app.use("/auth", MiddlewareAuth(config));
  const call = (
    method: string,
    path: string,
    headers: Record<string, string | undefined>,
    body: string,
    peer: string,
  ) =>
    new Promise<ExpressAnswer & { body: string }>((resolve, reject) => {
      const socket = new PeerSocket(peer) as unknown as Socket;
      const req = new IncomingMessage(socket);
      req.method = method;
      req.url = path;
      for (const [name, value] of Object.entries({ host, ...headers }))
        if (value !== undefined) req.headers[name] = value;
      const res = new ServerResponse(req);
      const end = res.end.bind(res) as (text?: string) => ServerResponse;
      res.end = ((text?: string) => {
        const cookies = [res.getHeader("set-cookie") ?? []].flat() as string[];
        resolve({ status: res.statusCode, headers: res.getHeaders(), cookies, body: text ?? "" });
        return end(text);
      }) as typeof res.end;
      app(req as never, res as never, reject as never);
      if (body !== "") req.push(body);
      req.push(null);
    });
  return async (path, fields, { peer = "127.0.0.1", headers = {}, cookie } = {}) => {
    const csrf = await call("GET", "/auth/csrf", headers, "", peer);
    const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string };
    const jar = [...csrf.cookies.map((line) => line.split(";")[0]), cookie].filter(Boolean).join("; ");
    const sent = { ...headers, cookie: jar, "content-type": "application/x-www-form-urlencoded" };
    return call("POST", path, sent, new URLSearchParams({ ...fields, csrfToken }).toString(), peer);
  };
}
