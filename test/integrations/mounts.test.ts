/** Where the endpoints of each framework may be mounted, and what else is peculiar to one of them. */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, createServer as createHttp2 } from "node:http2";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import fastify from "fastify";
import { H3, toNodeHandler, withBase } from "h3";
import { Hono } from "hono";
import Koa from "koa";
import { afterEach, describe, expect, it } from "vitest";
import * as onFastify from "../../src/runtime/integrations/fastify.js";
import * as onH3 from "../../src/runtime/integrations/h3.js";
import * as onHono from "../../src/runtime/integrations/hono.js";
import * as onKoa from "../../src/runtime/integrations/koa.js";
import * as onNode from "../../src/runtime/integrations/node.js";

const config: onNode.ServerAuthConfig = {
  secret: "test-secret-test-secret-test-secret-000",
  trustHost: true,
  logger: { error: () => undefined, warn: () => undefined },
  providers: [
    {
      id: "work",
      name: "Work",
      type: "oidc",
      issuer: "https://id.example",
      clientId: "a",
      clientSecret: "b",
    },
  ],
};

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function listen(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => void server.closeAllConnections(),
    () => server.close(),
  );
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

const callbackOf = async (answer: Response): Promise<string> =>
  new URL(((await answer.json()) as { work: { callbackUrl: string } }).work.callbackUrl).pathname;

describe("Hono", () => {
  const auth = onHono.createAuth(config);

  it.each([
    ["a route", "/auth", () => new Hono().all("/auth/*", auth.handler)],
    ["a route of another path", "/api/login", () => new Hono().all("/api/login/*", auth.handler)],
    ["middleware", "/auth", () => new Hono().use("/auth/*", auth.handler)],
    ["a sub-app", "/api/auth", () => new Hono().route("/api", new Hono().all("/auth/*", auth.handler))],
    ["a base path", "/v1/auth", () => new Hono().basePath("/v1").all("/auth/*", auth.handler)],
  ])("is mounted as %s", async (_how, basePath, build) => {
    expect(await callbackOf(await build().request(`${basePath}/providers`))).toBe(
      `${basePath}/callback/work`,
    );
  });

  it("makes its configuration of the context, where the platform has the environment there", async () => {
    const made = new WeakMap<object, onHono.ServerAuthConfig>();
    const lazy = onHono.createAuth((c) => {
      const known = made.get(c.env as object) ?? {
        ...config,
        secret: (c.env as { AUTH_SECRET: string }).AUTH_SECRET,
      };
      made.set(c.env as object, known);
      return known;
    });
    const app = new Hono().all("/auth/*", lazy.handler).get("/", lazy.require(), (c) => c.text("in"));
    const env = { AUTH_SECRET: "secret-of-the-environment-of-a-worker-0" };
    expect((await app.request("/auth/csrf", {}, env)).status).toBe(200);
    expect((await app.request("/", {}, env)).status).toBe(302);
    expect((await app.request("/", { headers: { accept: "application/json" } }, env)).status).toBe(401);
  });

  it.each([
    ["parseBody", "form", (c: { req: { parseBody(): Promise<unknown> } }) => c.req.parseBody()],
    ["formData", "form", (c: { req: { formData(): Promise<unknown> } }) => c.req.formData()],
    ["text", "form", (c: { req: { text(): Promise<unknown> } }) => c.req.text()],
    ["json", "json", (c: { req: { json(): Promise<unknown> } }) => c.req.json()],
    ["text", "json", (c: { req: { text(): Promise<unknown> } }) => c.req.text()],
  ] as const)("reads a body that %s() has read before, a %s", async (_method, kind, read) => {
    const app = new Hono();
    app.use(async (c, next) => {
      if (c.req.method === "POST") await read(c);
      await next();
    });
    app.all("/auth/*", auth.handler);
    const first = await app.request("/auth/csrf");
    const { csrfToken } = (await first.json()) as { csrfToken: string };
    const cookie = first.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const answer = await app.request("/auth/signout", {
      method: "POST",
      headers: {
        cookie: `${cookie}; authjs.session-token=x`,
        "content-type": kind === "form" ? "application/x-www-form-urlencoded" : "application/json",
      },
      body: kind === "form" ? new URLSearchParams({ csrfToken }).toString() : JSON.stringify({ csrfToken }),
    });
    expect(answer.headers.get("location") ?? (await answer.text())).not.toContain("csrf");
    expect(answer.headers.getSetCookie().join()).toContain("session-token=;");
  });

  it("takes the client's address from the platform, where it is told to", async () => {
    const asked: (string | undefined)[] = [];
    const app = new Hono().all(
      "/auth/*",
      onHono.createAuth(config, {
        clientAddress: (c) => {
          asked.push(c.req.header("cf-connecting-ip"));
          return asked.at(-1);
        },
      }).handler,
    );
    await app.request("/auth/csrf", { headers: { "cf-connecting-ip": "203.0.113.7" } });
    expect(asked).toEqual(["203.0.113.7"]);
  });
});

describe("Fastify", () => {
  const start = async (prefix: string | undefined, outer = "") => {
    const auth = onFastify.createAuth(config);
    const app = fastify();
    closing.push(() => app.close());
    await app.register(
      async (scope) => {
        await scope.register(auth.plugin, prefix === undefined ? {} : { prefix });
        scope.get("/closed", { preHandler: auth.require() }, () => "in");
      },
      { prefix: outer },
    );
    app.post("/echo", (request) => request.body);
    return app;
  };

  it.each([
    ["/auth", "", "/auth"],
    [undefined, "", "/auth"],
    ["/login", "", "/login"],
    ["/auth", "/api", "/api/auth"],
  ])("is registered with the prefix %s below %j, and guards lead there", async (prefix, outer, basePath) => {
    const app = await start(prefix, outer);
    const providers = await app.inject(`${basePath}/providers`);
    expect(providers.json()).toMatchObject({
      work: { callbackUrl: `http://localhost:80${basePath}/callback/work`.replace(":80", "") },
    });
    const guarded = await app.inject(`${outer}/closed`);
    expect(guarded.headers.location).toMatch(new RegExp(`^${basePath}/signin\\?callbackUrl=`));
  });

  it("leaves the parsers of the app as they are", async () => {
    const app = await start("/auth");
    const json = await app.inject({ method: "POST", url: "/echo", payload: { a: 1 } });
    expect(json.json()).toEqual({ a: 1 });
    const form = await app.inject({
      method: "POST",
      url: "/echo",
      payload: "a=1",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.statusCode).toBe(415);
  });

  it("is registered twice in one app, for two paths", async () => {
    const app = fastify();
    closing.push(() => app.close());
    await app.register(onFastify.createAuth(config).plugin, { prefix: "/a" });
    await app.register(onFastify.createAuth({ ...config }).plugin, { prefix: "/b" });
    for (const path of ["/a", "/b"]) expect((await app.inject(`${path}/csrf`)).statusCode).toBe(200);
  });
});

describe("h3", () => {
  const auth = onH3.createAuth(config);

  it.each([
    ["a route", "/auth", () => new H3().all("/auth/**", auth.handler)],
    ["a route of another path", "/api/login", () => new H3().all("/api/login/**", auth.handler)],
    ["middleware", "/auth", () => new H3().use("/auth/**", auth.handler)],
    ["a sub-app", "/api/auth", () => new H3().mount("/api", new H3().all("/auth/**", auth.handler))],
    ["a base", "/v1/auth", () => new H3().all("/v1/auth/**", withBase("/v1", auth.handler))],
  ])("is mounted as %s", async (_how, basePath, build) => {
    expect(await callbackOf(await build().request(`${basePath}/providers`))).toBe(
      `${basePath}/callback/work`,
    );
  });

  it("guards a path by itself, however it is written, and lets all others go on", async () => {
    const app = new H3().use(auth.require({ path: "/closed" })).all("/**", () => "in");
    for (const path of ["/", "/open", "/closedness"])
      expect((await app.request(path)).status, path).toBe(200);
    for (const path of ["/closed", "/closed/a", "/Closed", "/%63losed", "//closed"])
      expect((await app.request(path)).status, path).toBe(302);
  });

  it("makes its configuration of the event, where the platform has the environment there", async () => {
    const made: onH3.ServerAuthConfig = { ...config, secret: "secret-of-the-environment-of-a-worker-0" };
    const asked: unknown[] = [];
    const lazy = onH3.createAuth((event) => {
      asked.push(event.context);
      return made;
    });
    const app = new H3().all("/auth/**", lazy.handler).get("/", () => "in", { middleware: [lazy.require()] });
    expect((await app.request("/auth/csrf")).status).toBe(200);
    expect((await app.request("/", { headers: { accept: "application/json" } })).status).toBe(401);
    expect(asked.length).toBeGreaterThan(1);
  });

  it("says in the log that a body was read before, and how to leave it there", async () => {
    const said: string[] = [];
    const logger = {
      error: (error: Error) => void said.push(String(error.cause ?? error)),
      warn: () => undefined,
    };
    const { handler } = onH3.createAuth({ ...config, logger });
    const app = new H3().use(async (event, next) => {
      if (event.req.method === "POST") await event.req.text();
      return next();
    });
    const origin = await listen(toNodeHandler(app.all("/auth/**", handler)) as Parameters<typeof listen>[0]);
    const answer = await fetch(`${origin}/auth/signout`, {
      method: "POST",
      body: new URLSearchParams({ csrfToken: "x" }),
      redirect: "manual",
    });
    expect(answer.headers.get("location")).toBe(`${origin}/auth/error?error=Configuration`);
    expect(said.join("\n")).toContain("await event.req.clone().text()");
  });

  it("takes nobody's word for https, nor the peer's address from a header", async () => {
    const app = new H3().all("/auth/**", auth.handler);
    const origin = await listen(toNodeHandler(app) as Parameters<typeof listen>[0]);
    const answer = await fetch(`${origin}/auth/providers`, { headers: { "x-forwarded-proto": "https" } });
    const { work } = (await answer.json()) as { work: { callbackUrl: string } };
    expect(work.callbackUrl).toBe(`${origin}/auth/callback/work`);
  });

  it("takes the client's address from the platform, where it is told to", async () => {
    const asked: (string | null)[] = [];
    const { handler } = onH3.createAuth(config, {
      clientAddress: ({ req }) => {
        asked.push(req.headers.get("cf-connecting-ip"));
        return asked.at(-1) ?? undefined;
      },
    });
    await new H3()
      .all("/auth/**", handler)
      .request("/auth/csrf", { headers: { "cf-connecting-ip": "203.0.113.7" } });
    expect(asked).toEqual(["203.0.113.7"]);
  });
});

describe("Koa", () => {
  const auth = onKoa.createAuth(config);

  it("answers below its base path, and lets everything else go on", async () => {
    const app = new Koa().use(auth.handler).use((ctx) => void (ctx.body = "mine"));
    const origin = await listen(app.callback());
    expect(await callbackOf(await fetch(`${origin}/auth/providers`))).toBe("/auth/callback/work");
    for (const path of ["/", "/authors", "/other/session"])
      expect(await (await fetch(origin + path)).text()).toBe("mine");
  });

  it("is mounted where a router has cut off the path, as koa-mount does", async () => {
    const app = new Koa().use(async (ctx, next) => {
      ctx.path = ctx.path.slice("/api/login".length) || "/";
      await auth.handler(ctx, next);
    });
    const origin = await listen(app.callback());
    expect(await callbackOf(await fetch(`${origin}/api/login/providers`))).toBe("/api/login/callback/work");
    expect((await fetch(`${origin}/api/login/session/nothing`)).status).toBe(400);
    expect((await fetch(`${origin}/api/login`)).status).toBe(404);
  });
});

describe("node", () => {
  const auth = onNode.createAuth(config);

  it("is mounted where a router has cut off the path", async () => {
    const origin = await listen((req, res) => {
      const originalUrl = req.url ?? "/";
      void auth.handler(
        Object.assign(req, { originalUrl, url: originalUrl.slice("/api/login".length) }),
        res,
      );
    });
    expect(await callbackOf(await fetch(`${origin}/api/login/providers`))).toBe("/api/login/callback/work");
  });

  it("serves HTTP/2, whose host is a pseudo header", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on("warning", onWarning);
    const server = createHttp2((req, res) => void auth.handler(req, res)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const session = connect(`http://localhost:${(server.address() as AddressInfo).port}`);
    closing.push(
      () => session.close(),
      () => server.close(),
      () => process.off("warning", onWarning),
    );
    const get = session.request({ ":path": "/auth/providers" });
    const providers = JSON.parse(await text(get)) as { work: { callbackUrl: string } };
    expect(providers.work.callbackUrl).toMatch(/^http:\/\/localhost:\d+\/auth\/callback\/work$/);
    const post = session.request({
      ":path": "/auth/signout",
      ":method": "POST",
      "content-type": "application/json",
    });
    const answered = once(post, "response");
    post.end("x".repeat(200_000));
    const [headers] = (await answered) as [Record<string, unknown>];
    post.resume();
    expect(headers[":status"]).toBe(413);
    await new Promise((resolve) => setImmediate(resolve));
    expect(warnings).toEqual([]);
  });

  it("answers 500 where the configuration cannot be read, and says why in the log", async () => {
    const said: string[] = [];
    const broken = onNode.createAuth({
      ...config,
      logger: { error: (error: Error) => void said.push(error.message) },
      get adapter(): never {
        throw new Error("no store today");
      },
    });
    const origin = await listen(
      (req, res) => void (req.url === "/closed" ? broken.require(req, res) : broken.handler(req, res)),
    );
    for (const path of ["/auth/session", "/closed"]) expect((await fetch(origin + path)).status).toBe(500);
    expect(said).toEqual(["no store today", "no store today"]);
  });
});
