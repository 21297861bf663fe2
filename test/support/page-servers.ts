/**
 * An app on every server that has an integration: the endpoints as its guide mounts them, its pages at addresses of their
 * own, and a guard over everything, in front of the endpoints or (`isLate`) behind them.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import "reflect-metadata";
import { createAdaptorServer } from "@hono/node-server";
import { All, Controller, Module, Req } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import express, { type NextFunction, type Request, type Response } from "express";
import fastify from "fastify";
import type { Handle } from "@sveltejs/kit";
import { sequence } from "@sveltejs/kit/hooks";
import { H3, serve } from "h3";
import { createApp, eventHandler, toNodeListener } from "h3v1";
import { Hono } from "hono";
import Koa from "koa";
import * as onExpress from "../../src/runtime/integrations/express.js";
import * as onFastify from "../../src/runtime/integrations/fastify.js";
import * as onH3 from "../../src/runtime/integrations/h3.js";
import * as onHono from "../../src/runtime/integrations/hono.js";
import * as onKoa from "../../src/runtime/integrations/koa.js";
import * as onNest from "../../src/runtime/integrations/nest.js";
import * as onNode from "../../src/runtime/integrations/node.js";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { createAuth as authOfNuxt } from "../../src/runtime/integrations/nuxt/server.js";
import { createAuth as authOfKit } from "../../src/runtime/integrations/sveltekit/index.js";
import type { Running } from "./app.js";
import { kitListener } from "./kit-server.js";

/**
 * Whether the guard stands behind the pages; an app without the pages' own middleware, where there is such a one; and one
 * that answers at `/.well-known/…` behind its endpoints.
 */
export interface PageApp {
  readonly hasWellKnown?: boolean;
  readonly isLate?: boolean;
  readonly hasNoPages?: boolean;
}

type StartApp = (config: ServerAuthConfig, app?: PageApp) => Promise<Running>;

async function running(server: Server): Promise<Running> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return at((server.address() as AddressInfo).port, async () => {
    server.closeAllConnections();
    server.close();
  });
}

const at = (port: number | string, close: () => Promise<unknown>): Running => ({
  origin: `http://localhost:${port}`,
  host: `localhost:${port}`,
  close: async () => void (await close()),
});

export const pageServers: Readonly<Record<string, StartApp>> = {
  "node:http": (config, { isLate = false, hasNoPages = false, hasWellKnown = false } = {}) => {
    const auth = onNode.createAuth(config);
    return running(
      createServer((req, res) => {
        void (async () => {
          if (req.url?.startsWith("/auth/")) return auth.handler(req, res);
          if (hasWellKnown && (await auth.wellKnown(req, res))) return;
          if (isLate && !hasNoPages && (await auth.pages(req, res))) return;
          if ((await auth.require(req, res, { path: "/" })) === null) return;
          res.end(`the app at ${req.url}`);
        })();
      }),
    );
  },
  Express: (config, { isLate = false, hasNoPages = false, hasWellKnown = false } = {}) => {
    const auth = onExpress.createAuth(config);
    const app = express();
    app.use("/auth", auth.handler);
    if (hasWellKnown) app.use(auth.wellKnown);
    if (isLate && !hasNoPages) app.use(auth.pages);
    app.use(auth.require());
    app.use((req, res) => void res.send(`the app at ${req.originalUrl}`));
    return running(createServer(app));
  },
  // In front of Hono, whose Node server replaces the Response of the whole process: h3 knows answers by that class.
  h3: async (config, { isLate = false, hasNoPages = false, hasWellKnown = false } = {}) => {
    const auth = onH3.createAuth(config);
    const app = new H3();
    app.all("/auth/**", auth.handler);
    if (hasWellKnown) app.use(auth.wellKnown);
    if (isLate && !hasNoPages) app.use(auth.pages);
    app.use(async (event, next) =>
      event.url.pathname.startsWith("/auth/") ? next() : auth.require()(event, next),
    );
    app.all("/**", (event) => `the app at ${event.url.pathname}`);
    const server = await serve(app, { port: 0, hostname: "127.0.0.1", silent: true }).ready();
    return at(new URL(server.url ?? "").port, () => server.close(true));
  },
  // Its `auth.handle` has all of them, and so has the middleware of Nuxt.
  SvelteKit: async (config, { isLate = false } = {}) => {
    const auth = authOfKit(config);
    const guard = auth.require();
    const guardRest: Handle = (given) =>
      given.event.url.pathname.startsWith("/auth/") ? given.resolve(given.event) : guard(given);
    const hooks = isLate ? [auth.handle, guard] : [guardRest, auth.handle];
    return running(createServer(await kitListener({ handle: sequence(...hooks) })));
  },
  Nuxt: (config, { isLate = false } = {}) => {
    const auth = authOfNuxt(config);
    const app = createApp();
    if (!isLate)
      app.use(
        eventHandler(async (event) => {
          if (!event.path.startsWith("/auth/")) await auth.require(event);
        }),
      );
    const rules = isLate ? { "/**": { auth: true as const } } : {};
    const mounted = auth.mount({ basePath: "/auth", baseURL: "/", rules });
    app.use(eventHandler(mounted.guard));
    app.use(eventHandler(mounted.answer));
    app.use(eventHandler(({ path }) => `the app at ${path}`));
    return running(createServer(toNodeListener(app)));
  },
  Hono: (config, { isLate = false, hasNoPages = false, hasWellKnown = false } = {}) => {
    const auth = onHono.createAuth(config);
    const app = new Hono();
    app.all("/auth/*", auth.handler);
    if (hasWellKnown) app.use(auth.wellKnown);
    if (isLate && !hasNoPages) app.use(auth.pages);
    app.use(auth.require());
    app.all("/*", (c) => c.text(`the app at ${c.req.path}`));
    return running(createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server);
  },
  Fastify: async (config, { isLate = false, hasWellKnown = false } = {}) => {
    const auth = onFastify.createAuth(config);
    const app = fastify();
    const guard = auth.require();
    const guardRest: onFastify.AuthHook = async (request, reply) =>
      request.url.startsWith("/auth/") ? undefined : guard(request, reply);
    if (!isLate) app.addHook("onRequest", guardRest);
    await app.register(auth.plugin, { prefix: "/auth" });
    if (hasWellKnown) app.addHook("onRequest", auth.wellKnown);
    if (isLate) app.addHook("preHandler", guardRest);
    app.all("/*", async (request) => `the app at ${request.url}`);
    await app.listen({ port: 0, host: "127.0.0.1" });
    return at((app.server.address() as AddressInfo).port, () => app.close());
  },
  Koa: (config, { isLate = false, hasWellKnown = false } = {}) => {
    const auth = onKoa.createAuth(config);
    const app = new Koa<onKoa.AuthState>();
    app.silent = true;
    const guard = auth.require();
    if (!isLate) app.use((ctx, next) => (ctx.path.startsWith("/auth/") ? next() : guard(ctx, next)));
    app.use(auth.handler);
    if (hasWellKnown) app.use(auth.wellKnown);
    app.use(guard);
    app.use((ctx) => {
      ctx.body = `the app at ${ctx.path}`;
    });
    return running(createServer(app.callback()));
  },
  Nest: async (config, { isLate = false } = {}) => {
    class Pages {
      all(request: Request): string {
        return `the app at ${request.originalUrl}`;
      }
    }
    Controller()(Pages);
    All("*rest")(Pages.prototype, "all", Object.getOwnPropertyDescriptor(Pages.prototype, "all")!);
    Req()(Pages.prototype, "all", 0);
    class App {
      readonly name = "app";
    }
    Module({ imports: [onNest.AuthModule.forRoot(config)], controllers: [Pages] })(App);
    const app = await NestFactory.create<NestExpressApplication>(App, { logger: false });
    const guard = app.get(onNest.AuthGuard);
    const inFront = guard.require();
    if (isLate) app.useGlobalGuards(guard);
    else
      app.use((req: Request, res: Response, next: NextFunction) =>
        req.originalUrl.startsWith("/auth/") ? next() : inFront(req, res, next),
      );
    await app.listen(0, "127.0.0.1");
    return at(((app.getHttpServer() as Server).address() as AddressInfo).port, () => app.close());
  },
};
