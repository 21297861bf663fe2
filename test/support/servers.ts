/** The same app on every server that has an integration, on a free port. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import "reflect-metadata";
import { createAdaptorServer } from "@hono/node-server";
import { All, Controller, Get, Module, Req, UseGuards } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import express, { type Request, type Response } from "express";
import fastify from "fastify";
import { sequence } from "@sveltejs/kit/hooks";
import type { Handle } from "@sveltejs/kit";
import { H3, serve } from "h3";
import { Hono } from "hono";
import { createApp, eventHandler, readBody, toNodeListener } from "h3v1";
import Koa from "koa";
import * as onExpress from "../../src/runtime/integrations/express.js";
import * as onFastify from "../../src/runtime/integrations/fastify.js";
import * as onH3 from "../../src/runtime/integrations/h3.js";
import * as onHono from "../../src/runtime/integrations/hono.js";
import * as onKoa from "../../src/runtime/integrations/koa.js";
import * as onNest from "../../src/runtime/integrations/nest.js";
import * as onNode from "../../src/runtime/integrations/node.js";
import type { PathRequirement, ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { createAuth as authOfNuxt } from "../../src/runtime/integrations/nuxt/server.js";
import { createAuth as authOfKit } from "../../src/runtime/integrations/sveltekit/index.js";
import type { Session } from "../../src/runtime/types/entities.js";
import type { Running } from "./app.js";
import { kitListener } from "./kit-server.js";

export interface AppOptions {
  readonly requirement?: PathRequirement;
  /** How many proxies are believed. */
  readonly trustProxy?: number;
  /** Something in front of the endpoints reads each body. */
  readonly isParsed?: boolean;
  /** The app sets no header and no cookie itself. */
  readonly isBare?: boolean;
}

/**
 * An app with the endpoints at `/auth`, a route of its own below them, `/auth/own`, `/open` that tells who is signed in, `/closed` that asks for the requirement
 * behind a reading of the session, and a header and a cookie of its own on every answer.
 */
export type StartApp = (config: ServerAuthConfig, options?: AppOptions) => Promise<Running>;

/** What a route of the app below the endpoints answers. */
export const ofApp = { isOfApp: true };

export const own = { header: "x-own", cookie: "own=1" };

async function running(server: Server): Promise<Running> {
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { origin: `http://${host}`, host, close };
}

const readAll = async (stream: AsyncIterable<unknown>): Promise<string> => {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
};
const parsed = (text: string) => (text === "" ? {} : Object.fromEntries(new URLSearchParams(text)));

/** What `/closed` tells of whom its guard has let in. */
const told = (session: Session | null | undefined) => ({
  name: session?.user?.name,
  ...(session && "team" in session && { team: session.team }),
});

export const servers: Readonly<Record<string, StartApp>> = {
  "node:http": (config, { requirement, trustProxy, isParsed, isBare = false } = {}) => {
    const auth = onNode.createAuth(config, { trustProxy });
    return running(
      createServer((req, res) => {
        void (async () => {
          if (!isBare) res.setHeader(own.header, "1").setHeader("set-cookie", own.cookie);
          if (isParsed === true) Object.assign(req, { body: parsed(await readAll(req)) });
          const json = (value: unknown) =>
            res.setHeader("content-type", "application/json").end(JSON.stringify(value));
          if (req.url?.startsWith("/open")) return json({ auth: await auth.session(req) });
          if (!req.url?.startsWith("/closed")) return auth.handler(req, res);
          await auth.session(req);
          const session = await auth.require(req, res, requirement);
          if (session !== null) json(told(session));
        })();
      }),
    );
  },
  Express: (config, { requirement, trustProxy = 0, isParsed, isBare = false } = {}) => {
    const auth = onExpress.createAuth(config);
    const app = express().set("trust proxy", trustProxy);
    app.use((_req, res, next) => {
      if (!isBare) res.setHeader(own.header, "1").setHeader("set-cookie", own.cookie);
      next();
    });
    if (isParsed === true) app.use(express.urlencoded());
    app.use("/auth", auth.handler);
    app.get("/auth/own", (_req, res) => void res.json(ofApp));
    app.use("/open", auth.session, (req, res) => void res.json({ auth: req.auth }));
    app.use("/closed", auth.session, auth.require(requirement), (req, res) => void res.json(told(req.auth)));
    return running(createServer(app));
  },
  // In front of Hono, whose Node server replaces the Response of the whole process: h3 knows answers by that class.
  h3: async (config, { requirement, trustProxy, isParsed, isBare = false } = {}) => {
    const auth = onH3.createAuth(() => config, { trustProxy });
    const app = new H3();
    app.use(async (event, next) => {
      if (!isBare) {
        event.res.headers.set(own.header, "1");
        event.res.headers.append("set-cookie", own.cookie);
      }
      if (isParsed === true) await event.req.clone().text();
      return next();
    });
    app.use("/auth/**", auth.handler);
    app.get("/auth/own", () => ofApp);
    app.use("/open/**", auth.session);
    app.all("/open/**", (event) => ({ auth: event.context.auth }));
    app.use("/closed/**", auth.session);
    app.use("/closed/**", auth.require(requirement));
    app.all("/closed/**", (event) => told(event.context.auth));
    const server = await serve(app, { port: 0, hostname: "127.0.0.1", silent: true }).ready();
    const host = `localhost:${new URL(server.url ?? "").port}`;
    return { origin: `http://${host}`, host, close: () => server.close(true) };
  },
  SvelteKit: async (config, { requirement, trustProxy = 0, isParsed, isBare = false } = {}) => {
    const auth = authOfKit(config);
    const dressed: Handle = async ({ event, resolve }) => {
      if (isParsed === true) await event.request.clone().text();
      const answer = await resolve(event);
      if (!isBare) answer.headers.set(own.header, "1");
      if (!isBare) answer.headers.append("set-cookie", own.cookie);
      return answer;
    };
    const guard = auth.require({ path: "/closed", ...requirement });
    const read: Handle = async ({ event, resolve }) => {
      await (event.locals as { auth: () => Promise<unknown> }).auth();
      return resolve(event);
    };
    return running(
      createServer(await kitListener({ handle: sequence(dressed, auth.handle, read, guard) }, trustProxy)),
    );
  },
  // As Nitro 2 makes it: the middleware of the module in front of the routes.
  Nuxt: (config, { requirement = {}, trustProxy = 0, isParsed, isBare = false } = {}) => {
    const auth = authOfNuxt(config);
    const app = createApp();
    app.use(
      eventHandler(async (event) => {
        if (!isBare) event.node.res.setHeader(own.header, "1").setHeader("set-cookie", own.cookie);
        if (isParsed === true && event.method === "POST") await readBody(event);
      }),
    );
    const { path = "/closed", ...asked } = requirement;
    const rules = { [`${path.replaceAll(/:\w+/g, "*")}/**`]: { auth: asked } };
    const place = { basePath: "/auth", baseURL: "/", rules, trustProxy: String(trustProxy) };
    const mounted = auth.mount(place);
    app.use(eventHandler(mounted.guard));
    app.use(eventHandler(mounted.answer));
    app.use(
      "/open",
      eventHandler(async (event) => ({ auth: await auth.session(event) })),
    );
    app.use(
      "/auth/own",
      eventHandler(() => ofApp),
    );
    app.use(
      "/closed",
      eventHandler(async (event) => told(await auth.session(event))),
    );
    return running(createServer(toNodeListener(app)));
  },
  Hono: (config, { requirement, trustProxy, isParsed, isBare = false } = {}) => {
    const auth = onHono.createAuth(() => config, { trustProxy });
    const app = new Hono();
    app.use(async (c, next) => {
      if (!isBare) {
        c.header(own.header, "1");
        c.header("set-cookie", own.cookie, { append: true });
      }
      if (isParsed === true) await c.req.parseBody();
      await next();
    });
    app.all("/auth/*", auth.handler);
    app.get("/auth/own", (c) => c.json(ofApp));
    app.all("/open/*", auth.session, (c) => c.json({ auth: c.var.auth }));
    app.all("/closed/*", auth.session, auth.require(requirement), (c) => c.json(told(c.var.auth)));
    return running(createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: !isBare }) as Server);
  },
  Fastify: async (config, { requirement, trustProxy = 0, isParsed, isBare = false } = {}) => {
    const auth = onFastify.createAuth(config);
    const app = fastify({ trustProxy: (_address, hop) => hop < trustProxy });
    app.addHook("onRequest", async (request, reply) => {
      if (!isBare) reply.header(own.header, "1").header("set-cookie", own.cookie);
      // As middleware of Express does that @fastify/express runs.
      if (isParsed === true) Object.assign(request.raw, { body: parsed(await readAll(request.raw)) });
    });
    await app.register(auth.plugin, { prefix: "/auth" });
    app.get("/auth/own", async () => ofApp);
    await app.register(async (open) => {
      open.addHook("onRequest", auth.session);
      for (const path of ["/open", "/open/*"])
        open.all(path, async ({ auth: session }) => ({ auth: session }));
      for (const path of ["/closed", "/closed/*"])
        open.all(path, { preHandler: auth.require(requirement) }, async (request) => told(request.auth));
    });
    await app.listen({ port: 0, host: "127.0.0.1" });
    const host = `localhost:${(app.server.address() as AddressInfo).port}`;
    return { origin: `http://${host}`, host, close: () => app.close() };
  },
  Koa: (config, { requirement, trustProxy = 0, isParsed, isBare = false } = {}) => {
    const auth = onKoa.createAuth(config);
    const app = new Koa<onKoa.AuthState>({ proxy: trustProxy > 0, maxIpsCount: trustProxy });
    app.silent = true;
    app.use(async (ctx, next) => {
      if (!isBare) ctx.set({ [own.header]: "1", "set-cookie": own.cookie });
      if (isParsed === true) Object.assign(ctx.request, { body: parsed(await readAll(ctx.req)) });
      await next();
    });
    app.use(auth.handler);
    app.use(auth.session);
    app.use(async (ctx, next) => {
      if (ctx.path.startsWith("/open")) ctx.body = { auth: ctx.state.auth };
      else if (ctx.path === "/auth/own") ctx.body = ofApp;
      else await next();
    });
    app.use(auth.require(requirement));
    app.use((ctx) => {
      ctx.body = told(ctx.state.auth);
    });
    return running(createServer(app.callback()));
  },
  Nest: async (config, { requirement, trustProxy = 0, isParsed, isBare = false } = {}) => {
    const app = await NestFactory.create<NestExpressApplication>(nestAppOf(config, requirement), {
      logger: false,
      bodyParser: isParsed === true,
    });
    app.set("trust proxy", trustProxy);
    app.use((_req: Request, res: Response, next: () => void) => {
      if (!isBare) res.setHeader(own.header, "1").setHeader("set-cookie", own.cookie);
      next();
    });
    await app.listen(0, "127.0.0.1");
    const host = `localhost:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
    return { origin: `http://${host}`, host, close: () => app.close() };
  },
};

/** Decorators are functions: called here as the compiler calls those that are written with an `@`. */
function nestAppOf(config: ServerAuthConfig, requirement: PathRequirement | undefined): new () => object {
  class Pages {
    open(request: Request): object {
      return { auth: request.auth };
    }
    closed(request: Request): object {
      return told(request.auth);
    }
    own(): object {
      return ofApp;
    }
  }
  const of = (name: keyof Pages) => Object.getOwnPropertyDescriptor(Pages.prototype, name)!;
  Controller()(Pages);
  All(["open", "open/*rest"])(Pages.prototype, "open", of("open"));
  Req()(Pages.prototype, "open", 0);
  All(["closed", "closed/*rest"])(Pages.prototype, "closed", of("closed"));
  Get("auth/own")(Pages.prototype, "own", of("own"));
  const guard = requirement === undefined ? UseGuards(onNest.AuthGuard) : onNest.Require(requirement);
  guard(Pages.prototype, "closed", of("closed"));
  Req()(Pages.prototype, "closed", 0);
  class App {
    readonly name = "app";
  }
  Module({ imports: [onNest.AuthModule.forRoot(config)], controllers: [Pages] })(App);
  return App;
}
