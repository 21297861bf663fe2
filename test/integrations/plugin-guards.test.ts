/** Guards of plugins in every framework: what they are asked, what they hand on, and how they refuse. */
import { createServer, request as httpRequest, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { createAdaptorServer } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { H3, toNodeHandler } from "h3";
import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createAuth as onExpress } from "../../src/runtime/integrations/express.js";
import { createAuth as onFastify } from "../../src/runtime/integrations/fastify.js";
import { createAuth as onH3 } from "../../src/runtime/integrations/h3.js";
import { createAuth as onHono } from "../../src/runtime/integrations/hono.js";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { membersOf } from "../../src/runtime/types/members.js";
import { servers } from "../support/servers.js";
import { asking, asPage, asScript, config, cookie } from "./team-guard.js";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
beforeEach(() => {
  for (const name of ["AUTH_URL", "NEXTAUTH_URL", "AUTH_SECRET"]) vi.stubEnv(name, undefined);
});

/** The path goes out as it is written. */
async function ask(origin: string, path: string, headers: object = asScript) {
  const sent = httpRequest(origin, { path, headers: { ...headers } });
  sent.end();
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const body = await text(answer);
  const isJson = String(answer.headers["content-type"]).includes("json");
  return { status: answer.statusCode, headers: answer.headers, body: isJson ? JSON.parse(body) : body };
}

describe.each(Object.entries(servers))("%s, by the path of the guard", (_name, startApp) => {
  const start = async (requirement: object, more: Partial<ServerAuthConfig> = {}) => {
    const { origin, close } = await startApp({ ...config, ...more }, { requirement: asking(requirement) });
    stops.push(close);
    return origin;
  };
  const byPath = { path: "/closed/:team", team: _name === "Nuxt" ? "*" : "team" };

  it("asks the plugin, hands on what it adds, and refuses", async () => {
    const origin = await start(byPath);
    const signedIn = { ...asScript, cookie: await cookie() };
    expect(await ask(origin, "/closed/acme", signedIn)).toMatchObject({
      status: 200,
      body: { name: "Ada", team: "acme" },
    });
    expect(await ask(origin, "/closed/acme")).toMatchObject({ status: 401 });
    expect(await ask(origin, "/closed/zebra", signedIn)).toMatchObject({
      status: 404,
      body: { error: "not-found" },
    });
    expect(await ask(origin, "/closed/busy", signedIn)).toMatchObject({
      status: 429,
      body: { error: "too-many" },
      headers: { "retry-after": "7" },
    });
    const page = await ask(origin, "/closed/zebra", { ...asPage, cookie: signedIn.cookie });
    expect(page.status).toBe(404);
    expect(page.body).not.toContain("Ada");
  });

  it("reads no name out of what readers take for two", async () => {
    const origin = await start(byPath);
    const signedIn = { ...asScript, cookie: await cookie() };
    for (const path of [
      "/closed/%61cme",
      "/closed//acme",
      "/closed/acme;x",
      "/closed/./acme",
      "/closed/zebra/../acme",
      "/closed/ACME",
      "/closed/acme%2fx",
      "/closed/acme%00",
      "/closed/acme\\x",
    ]) {
      const { status, body } = await ask(origin, path, signedIn);
      const { team } = membersOf(status === 200 ? body : {});
      // Some readers see what a URL is made of, and nothing else.
      const isOne = team === undefined || team === new URL(path, origin).pathname.split("/")[2];
      expect({ path, isOne }).toEqual({ path, isOne: true });
    }
  });

  it("gives a role beside the option to the plugin", async () => {
    const signedIn = { ...asScript, cookie: await cookie() };
    const admins = await start({ ...byPath, role: "admin" });
    expect((await ask(admins, "/closed/acme", signedIn)).status).toBe(200);
    expect((await ask(admins, "/closed/blue", signedIn)).status).toBe(403);
    const owners = await start({ ...byPath, role: "owner" });
    expect((await ask(owners, "/closed/acme", signedIn)).status).toBe(403);
  });

  it("lets in without a session who shows a key, and leaves the cookie alone", async () => {
    const origin = await start(byPath);
    const withKey = { ...asScript, "x-key": "ada", cookie: await cookie() };
    const answer = await ask(origin, "/closed/acme", withKey);
    expect(answer).toMatchObject({ status: 200, body: { team: "acme" } });
    expect(answer.headers["set-cookie"]?.join() ?? "").not.toContain("session-token");
    const wrong = { ...asScript, "x-key": "eve", cookie: await cookie() };
    expect(await ask(origin, "/closed/acme", wrong)).toMatchObject({ status: 403, body: { error: "scope" } });
  });

  it.each([
    ["without its plugin", byPath, { plugins: [] }],
    ["with a name that the path has not", { path: "/closed/:team", team: "club" }, {}],
    ["that is impossible", { can: "pay" }, {}],
  ])("is never open %s", async (_why, requirement, more) => {
    const origin = await start(requirement, more);
    const { status } = await ask(origin, "/closed/acme", { ...asScript, cookie: await cookie() });
    expect(status).toBe(500);
  });
});

/** The same route with a name in it on each router; the guard has no path. */
const routers: Readonly<Record<string, () => Promise<Server>>> = {
  Express: async () => {
    const auth = onExpress(config);
    const app = express();
    app.get("/teams/:team", auth.require(asking({ team: "team" })), (req, res) => void res.json(req.auth));
    return createServer(app);
  },
  Hono: async () => {
    const auth = onHono(config);
    const app = new Hono();
    app.get("/teams/:team", auth.require(asking({ team: "team" })), (c) => c.json(c.var.auth));
    return createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  },
  Fastify: async () => {
    const auth = onFastify(config);
    const app = fastify();
    await app.register(auth.plugin);
    app.get(
      "/teams/:team",
      { preHandler: auth.require(asking({ team: "team" })) },
      async (request) => request.auth,
    );
    await app.ready();
    return app.server;
  },
  h3: async () => {
    const auth = onH3(config);
    const app = new H3();
    app.get("/teams/:team", (event) => event.context.auth, {
      middleware: [auth.require(asking({ team: "team" }))],
    });
    return createServer(toNodeHandler(app));
  },
};

describe.each(Object.entries(routers))("%s, by the route that was found", (_name, made) => {
  it("asks for its parameter", async () => {
    const server = await made();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    stops.push(() => server.close());
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const signedIn = { ...asScript, cookie: await cookie() };
    expect(await ask(origin, "/teams/acme", signedIn)).toMatchObject({ status: 200, body: { team: "acme" } });
    expect((await ask(origin, "/teams/zebra", signedIn)).status).toBe(404);
    expect((await ask(origin, "/teams/acme")).status).toBe(401);
  });
});
