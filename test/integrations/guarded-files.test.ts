/**
 * A guard by path in front of what reads addresses in its own way: file servers, and listeners that go by a URL. A
 * stranger gets nothing of the guarded folder, however the address is written.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import "reflect-metadata";
import { createAdaptorServer } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import express, { type Express } from "express";
import fastify from "fastify";
import { H3, serve } from "h3";
import { Hono } from "hono";
import Koa from "koa";
import { NextRequest } from "next/server.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as onExpress from "../../src/runtime/integrations/express.js";
import * as onFastify from "../../src/runtime/integrations/fastify.js";
import * as onH3 from "../../src/runtime/integrations/h3.js";
import * as onHono from "../../src/runtime/integrations/hono.js";
import * as onKoa from "../../src/runtime/integrations/koa.js";
import * as onNest from "../../src/runtime/integrations/nest.js";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import * as onNode from "../../src/runtime/integrations/node.js";
import { expresses } from "../support/app.js";
import { tries } from "../support/every-run.js";

const config = { secret: "test-secret-test-secret-test-secret-000", providers: [], trustHost: true };
const guarded = "only for users";
const requirement = { path: "/dashboard" };

let root = "";
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "guarded-files-"));
  mkdirSync(path.join(root, "dashboard/deep"), { recursive: true });
  mkdirSync(path.join(root, "pages"));
  for (const [file, text] of [
    ["index.html", "home"],
    ["secret.txt", "for all"],
    ["pages/a.txt", "for all"],
    ["dashboard/index.html", guarded],
    ["dashboard/secret.txt", guarded],
    ["dashboard/deep/secret.txt", guarded],
  ] as const)
    writeFileSync(path.join(root, file), text);
});
afterAll(() => rmSync(root, { recursive: true }));

const unescapedOnce = (one: string): string => {
  try {
    return decodeURIComponent(one);
  } catch {
    return one;
  }
};
/** As file servers do it: escapes first, dots after them. */
function fileAt(address: string): string | undefined {
  const file = path.join(root, path.normalize(`/${unescapedOnce(address).replaceAll("\0", "")}`));
  return [file, path.join(file, "index.html")].map(textOf).find((text) => text !== undefined);
}
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
/** As a server does it that knows parameters (RFC 3986 section 3.3). */
const withoutParameters = (address: string): string => address.replaceAll(/;[^/]*/g, "");
const pathOf = (target: string): string =>
  URL.canParse(target, "http://localhost") ? new URL(target, "http://localhost").pathname : "/";

interface Running {
  readonly port: number;
  close(): unknown;
}
const on = async (server: Server): Promise<Running> => {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, close };
};

const onExpressApp = (make: () => Express, isGuarded: boolean): Promise<Running> => {
  const app = make();
  if (isGuarded) app.use(onExpress.createAuth(config).require(requirement));
  app.use(express.static(root));
  return on(createServer(app));
};

/** Each with the guard, or with nothing in its place: what the addresses reach then shows what the guard is for. */
const servers: Readonly<Record<string, (isGuarded: boolean) => Promise<Running>>> = {
  "express 4": (isGuarded) => onExpressApp(expresses["4"], isGuarded),
  "express 5": (isGuarded) => onExpressApp(expresses["5"], isGuarded),
  async fastify(isGuarded) {
    const app = fastify();
    if (isGuarded) app.addHook("onRequest", onFastify.createAuth(config).require(requirement));
    app.get("/*", (request, reply) =>
      reply.send(fileAt((request.params as { "*": string })["*"]) ?? reply.code(404)),
    );
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { port: (app.server.address() as AddressInfo).port, close: () => app.close() };
  },
  koa(isGuarded) {
    const app = new Koa<onKoa.AuthState>();
    app.silent = true;
    if (isGuarded) app.use(onKoa.createAuth(config).require(requirement));
    app.use((ctx) => {
      ctx.body = fileAt(ctx.path);
    });
    return on(createServer(app.callback()));
  },
  hono(isGuarded) {
    const app = new Hono();
    if (isGuarded) app.use(onHono.createAuth(config).require(requirement));
    app.use(serveStatic({ root }));
    return on(createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server);
  },
  async h3(isGuarded) {
    const app = new H3();
    if (isGuarded) app.use(onH3.createAuth(config).require(requirement));
    app.all("/**", (event) => fileAt(event.url.pathname) ?? "none");
    const server = await serve(app, { port: 0, hostname: "127.0.0.1", silent: true }).ready();
    return { port: Number(new URL(server.url ?? "").port), close: () => server.close(true) };
  },
  async nest(isGuarded) {
    class App {
      readonly name = "app";
    }
    Module({ imports: [onNest.AuthModule.forRoot(config)] })(App);
    const app = await NestFactory.create<NestExpressApplication>(App, { logger: false });
    if (isGuarded) app.use(app.get(onNest.AuthGuard).require(requirement));
    app.useStaticAssets(root);
    await app.listen(0, "127.0.0.1");
    const port = ((app.getHttpServer() as Server).address() as AddressInfo).port;
    return { port, close: () => app.close() };
  },
  node(isGuarded) {
    const auth = onNode.createAuth(config);
    return on(
      createServer((req, res) => {
        void (async () => {
          if (isGuarded && (await auth.require(req, res, requirement)) === null) return;
          const target = req.url ?? "/";
          // A listener chooses as it likes.
          const readings = [pathOf(target), target.split("?", 1)[0] ?? "", withoutParameters(pathOf(target))];
          res.end(readings.map(fileAt).find((one) => one === guarded) ?? "none");
        })();
      }),
    );
  },
};

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
afterAll(() => agent.destroy());

/** The body for an address that is sent as it stands. */
const bodyAt = (port: number, address: string): Promise<string> =>
  new Promise((resolve) => {
    const sent = httpRequest({ port, host: "127.0.0.1", path: address, agent }, (answer) => {
      let body = "";
      answer.setEncoding("utf8").on("data", (part: string) => (body += part));
      answer.on("end", () => resolve(body));
    });
    sent.on("error", () => resolve("")).end();
  });

async function reached(port: number, addresses: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < addresses.length; at += 64) {
    const some = addresses.slice(at, at + 64);
    const bodies = await Promise.all(some.map((one) => bodyAt(port, one)));
    found.push(...some.filter((_, index) => bodies[index] === guarded));
  }
  return found;
}

const known = [
  "/dashboard",
  "/dashboard/",
  "/dashboard/secret.txt",
  "/%64ashboard/secret.txt",
  "//dashboard/secret.txt",
  "/./dashboard/secret.txt",
  "/dashboard%2fsecret.txt",
  "/x/../dashboard/secret.txt",
  "/%2e/dashboard/secret.txt",
  "/./dashboard/..;/../dashboard/secret.txt",
  "/x/../dashboard/..;/../secret.txt",
  "/./dashboard/deep/..;/../secret.txt",
  "/x/../dashboard/%2e%2e;/../secret.txt",
  "http://anything/dashboard/secret.txt",
  "http://anything//dashboard/secret.txt",
  "http:///anything/dashboard/secret.txt",
  "//anything/dashboard/secret.txt",
  "/pages/..//dashboard/secret.txt",
  "/pages%2f..%2fdashboard%2fsecret.txt",
  "/pages%2fx/../dashboard/secret.txt",
  "/pages%5cx/../dashboard/secret.txt",
  "/pages\\x/../dashboard/secret.txt",
  "/pages%5cx/%2e%2e/dashboard/secret.txt",
  "/x#/../dashboard/secret.txt",
  "/dashboard;a=1/secret.txt",
  "/dashboard/secret.txt?a=/open",
];

/** Always the same numbers (mulberry32), so that a search that finds something can be run again. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let one = Math.imul(state ^ (state >>> 15), 1 | state);
    one = (one + Math.imul(one ^ (one >>> 7), 61 | one)) ^ one;
    return ((one ^ (one >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pieces = [
  ..."/ / / // /./ /../ /x/../ \\ %2f %5c /%2e/ /%2e%2e/ /..;/ /.;a/ ; ;a=1 %3b # %23 %252f".split(" "),
  ..."x y pages %70ages deep secret.txt http://any //any %2e. . ..".split(" "),
  ..."dashboard dashboard dashboard %64ashboard dash%62oard".split(" "),
];
const pick = <One>(from: readonly One[], next: () => number): One =>
  from[Math.floor(next() * from.length)] as One;

/** Most of them lead to the folder in some way of reading. */
function wild(count: number): string[] {
  const next = drawn(20_261_123);
  return Array.from({ length: count }, () => {
    const inFront = Array.from({ length: Math.floor(next() * 5) }, () => pick(pieces, next)).join("");
    const between = next() < 0.5 ? "" : pick(pieces, next) + pick(pieces, next);
    const folder = pick(["dashboard", "dashboard", "%64ashboard", "dashboard;a", "dashboard/deep/.."], next);
    const slash = pick(["/", "/", "/", "//", "%2f", "/./"], next);
    const start = pick(["/", "/", "//", "/./", "http://any/", "/x/../", "/pages/../"], next);
    return `${start}${inFront}${pick(["/", ""], next)}${between}/${folder}${slash}secret.txt`;
  });
}

test.each(Object.keys(servers))(
  "EDG-01 to EDG-04: a stranger gets nothing below a guarded path, %s",
  async (name) => {
    const start = servers[name] as (isGuarded: boolean) => Promise<Running>;
    const addresses = [...new Set([...known, ...wild(tries(400, 1500))])];
    const open = await start(false);
    const guardedApp = await start(true);
    try {
      expect(await bodyAt(guardedApp.port, "/secret.txt")).toMatch(/for all|none/);
      expect(await reached(guardedApp.port, addresses)).toEqual([]);
      const withoutGuard = await reached(open.port, addresses.slice(0, 400));
      expect(withoutGuard.length, "addresses that reach the folder where nothing guards it").toBeGreaterThan(
        10,
      );
    } finally {
      await Promise.all([open.close(), guardedApp.close()]);
    }
  },
);

test("EDG-01 to EDG-04: a stranger gets nothing below a guarded path, next", async () => {
  const proxy = FrameworkAuth(config).auth.require(requirement, (request) => {
    return new Response(fileAt(request.nextUrl.pathname) ?? "none");
  });
  const addresses = [...known, ...wild(tries(400, 1500))].filter((one) =>
    URL.canParse(one, "http://localhost:3000"),
  );
  let isReached = 0;
  for (const address of addresses) {
    const request = new NextRequest(new URL(address, "http://localhost:3000"));
    if (fileAt(request.nextUrl.pathname) === guarded) isReached += 1;
    const answer = await proxy(request, {});
    expect([address, await answer.text()]).not.toEqual([address, guarded]);
  }
  expect(isReached).toBeGreaterThan(tries(25, 100));
});
