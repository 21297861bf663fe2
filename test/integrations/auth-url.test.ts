/** CL-01, HOST-06: each form of AUTH_URL, in every framework: endpoints, pages, guards and links in mails. */
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import * as onExpress from "../../src/runtime/integrations/express.js";
import { FrameworkAuth, type FrameworkAuthConfig } from "../../src/runtime/integrations/next/index.js";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { expresses, listen, type Running } from "../support/app.js";
import { servers, type StartApp } from "../support/servers.js";

const mails: string[] = [];
const config = (): ServerAuthConfig => ({
  secret: "test-secret-test-secret-test-secret-000",
  adapter: MemoryAdapter(),
  session: { strategy: "jwt" },
  logger: { error: () => undefined, warn: () => undefined },
  providers: [
    {
      id: "email",
      name: "Email",
      type: "email",
      from: "no-reply@shop.test",
      sendVerificationRequest: async ({ url }) => void mails.push(url),
    },
  ],
});

interface Answer {
  readonly status: number;
  readonly location: string;
  readonly cookies: string;
  readonly body: string;
}
interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}
interface App extends Running {
  ask(path: string, asked?: Asked): Promise<Answer>;
}

const express4: StartApp = async (given) => {
  const auth = onExpress.createAuth(given);
  const app = expresses["4"]();
  app.use("/auth", auth.handler);
  app.use("/open", auth.session, (req, res) => void res.json({ auth: req.auth }));
  app.use("/closed", auth.session, auth.require(), (_req, res) => void res.json({}));
  return listen(app);
};

const overHttp =
  (start: StartApp) =>
  async (given: ServerAuthConfig): Promise<App> => {
    const app = await start(given, { isBare: true });
    return {
      ...app,
      async ask(path, { method = "GET", headers = {}, body } = {}) {
        const sent = httpRequest(`${app.origin}${path}`, {
          method,
          headers: { accept: "text/html", ...headers },
        });
        sent.end(body);
        const [answer] = (await once(sent, "response")) as [IncomingMessage];
        const cookies = (answer.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
        return {
          status: answer.statusCode ?? 0,
          location: answer.headers.location ?? "",
          cookies,
          body: await text(answer),
        };
      },
    };
  };

/** The route files and the proxy of a Next.js app, called as Next.js calls them. */
async function next(given: ServerAuthConfig): Promise<App> {
  const { handlers, auth } = FrameworkAuth({
    ...(given as FrameworkAuthConfig),
    callbacks: {
      authorized: ({ auth: session, request }) => Boolean(session) || request.nextUrl.pathname === "/open",
    },
  });
  const { NextRequest } = await import("next/server.js");
  const ask = async (path: string, { method = "GET", headers = {}, body }: Asked = {}): Promise<Answer> => {
    const request = new NextRequest(`http://localhost:3000${path}`, {
      method,
      headers: { host: "localhost:3000", accept: "text/html", ...(headers as Record<string, string>) },
      ...(body !== undefined && { body }),
    });
    const answer =
      path.startsWith("/open") || path.startsWith("/closed")
        ? await (auth as unknown as (r: unknown) => Promise<Response>)(request)
        : await handlers[method as "GET" | "POST"](request);
    return {
      status: answer.status,
      location: answer.headers.get("location") ?? "",
      cookies: answer.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
      body: await answer.text(),
    };
  };
  return { origin: "http://localhost:3000", host: "localhost:3000", close: async () => undefined, ask };
}

const frameworks: Readonly<Record<string, (given: ServerAuthConfig) => Promise<App>>> = {
  ...Object.fromEntries(Object.entries(servers).map(([name, start]) => [name, overHttp(start)])),
  "Express 4": overHttp(express4),
  "Next.js": next,
};

const lines = [
  ["https://app.example.com", "https://app.example.com"],
  ["https://app.example.com/", "https://app.example.com"],
  ["https://app.example.com:8443", "https://app.example.com:8443"],
  ["https://APP.example.com//", "https://app.example.com"],
  ["https://name:word@app.example.com", "https://app.example.com"],
  ["https://app.example.com{base}", "https://app.example.com"],
  ["https://app.example.com{base}/", "https://app.example.com"],
] as const;

let app: App | undefined;
beforeEach(() => {
  mails.length = 0;
  for (const name of ["NEXTAUTH_URL", "AUTH_SECRET", "AUTH_TRUST_HOST", "VERCEL", "CF_PAGES"])
    vi.stubEnv(name, undefined);
  vi.stubEnv("NODE_ENV", "production");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await app?.close();
  app = undefined;
});

describe.each(Object.entries(frameworks))("CL-01 in %s", (name, start) => {
  const base = name === "Next.js" ? "/api/auth" : "/auth";

  it.each(lines)("AUTH_URL=%s", async (line, origin) => {
    vi.stubEnv("AUTH_URL", line.replace("{base}", base));
    app = await start(config());

    const providers = await app.ask(`${base}/providers`);
    expect(providers.status, providers.body).toBe(200);
    expect(JSON.parse(providers.body).email.callbackUrl).toBe(`${origin}${base}/callback/email`);

    const page = await app.ask("/open");
    expect(page.status, page.body).toBe(200);

    const guarded = await app.ask("/closed", { headers: { "sec-fetch-mode": "navigate" } });
    expect([302, 307]).toContain(guarded.status);
    expect(new URL(guarded.location, origin).pathname).toBe(`${base}/signin`);

    const csrf = await app.ask(`${base}/csrf`);
    const { csrfToken } = JSON.parse(csrf.body) as { csrfToken: string };
    const sent = await app.ask(`${base}/signin/email`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", cookie: csrf.cookies },
      body: new URLSearchParams({ csrfToken, email: "ann@shop.test" }).toString(),
    });
    expect(new URL(sent.location, origin).pathname).toBe(`${base}/verify-request`);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(new RegExp(`^${origin}${base}/callback/email\\?`));
  });

  const unreadable = [
    "app.example.com",
    "app.example.com:8443/auth",
    "//app.example.com",
    "ftp://app.example.com",
  ];
  it.each(unreadable)("HOST-06: AUTH_URL=%s trusts no host, and the log names the line", async (line) => {
    vi.stubEnv("AUTH_URL", line);
    const errors: string[] = [];
    const logger = { error: ({ message }: Error) => void errors.push(message), warn: () => undefined };
    app = await start({ ...config(), logger });
    for (const host of ["evil.test", "app.example.com"]) {
      const headers = { host, "x-forwarded-host": host };
      const answer = await app.ask(`${base}/providers`, { headers });
      expect([answer.status, answer.body]).toEqual([500, expect.not.stringContaining(host)]);
      expect(errors.at(-1)).toContain(`Add AUTH_URL=https://${host} (the address that users type)`);
    }
  });
});
