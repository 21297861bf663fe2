/** Apps with sessions of their own, from the code of the documentation page: none of our cookies, tables or routes. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { transform } from "esbuild";
import express from "express";
import { afterEach, expect, test } from "vitest";
import * as github from "../../src/providers/github.js";
import * as oauth from "../../src/runtime/oauth-client/index.js";
import { playedByDev } from "./every-provider.js";
import { choose } from "./play.js";

playedByDev();

const page = readFileSync(new URL("../../docs/guides/oauth-client.md", import.meta.url), "utf8");

/** The block of this file, as a module over these others. */
async function blockOf(
  title: string,
  modules: Readonly<Record<string, object>>,
): Promise<Record<string, unknown>> {
  const block = page.split("```").find((text) => text.startsWith(`js ${title}\n`));
  if (block === undefined) throw new Error(`The page has no block ${title}`);
  const { code } = await transform(block.slice(block.indexOf("\n")), { loader: "ts", format: "cjs" });
  const module = { exports: {} as Record<string, unknown> };
  const require = (name: string) => {
    const found = modules[name];
    if (found === undefined) throw new Error(`The page imports ${name}`);
    return found;
  };
  // oxlint-disable-next-line no-new-func -- the page's code is what is tested
  await (new Function("module", "exports", "require", "process", code)(
    module,
    module.exports,
    require,
    process,
  ) as unknown);
  return module.exports;
}

let server: Server | undefined;
afterEach(() => server?.close());

const listen = (handler: Parameters<typeof createServer>[1]): Promise<string> =>
  new Promise((resolve) => {
    const opened = createServer(handler);
    server = opened;
    opened.listen(0, "127.0.0.1", () =>
      resolve(`http://localhost:${(opened.address() as AddressInfo).port}`),
    );
  });

/** A browser with one jar, for one app. */
function browserOf(origin: string) {
  const jar = new Map<string, string>();
  const send = async (address: string) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(new URL(address, origin), { headers: { cookie }, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0|1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return { jar, send };
}

const locationOf = (response: Response) => response.headers.get("location") ?? `status ${response.status}`;

/** Sign-in, a second use of the same answer, and somebody else's answer. */
async function driven(origin: string, startAt: string) {
  const { jar, send } = browserOf(origin);
  const first = locationOf(await send(startAt));
  expect(first).toMatch(/\/play\/github/);
  expect([...jar.keys()]).toEqual(["login"]);
  const address = (await choose(first, { person: "mira" })).url;
  const stolen = { ...browserOf(origin) };
  expect((await stolen.send(address)).status).toBe(400);
  const signedIn = await send(address);
  expect(locationOf(signedIn)).toBe("/");
  expect([...jar.keys()].filter((name) => /authjs|authwright|login/.test(name))).toEqual([]);
  expect((await send(address)).status).toBe(400);
  return send("/me");
}

const modules = {
  "authwright/providers/github": { ...github, __esModule: true },
  "authwright/oauth": oauth,
};

test("OC-20: Express, with the page's code", async () => {
  const app = express();
  const origin = await listen(app);
  process.env["APP_URL"] = origin;
  process.env["LOGIN_SECRET"] = "a secret of this app, for what it keeps";
  const { routes } = await blockOf("login.js", {
    ...modules,
    express: { ...express, __esModule: true, default: express, Router: express.Router },
    "./sessions.js": ownSessions(),
  });
  app.use(routes as express.Router);
  const me = await driven(origin, "/login/github");
  expect(await me.text()).toMatch(/^\d+$/);
});

test("OC-21: SvelteKit, with the page's code", async () => {
  const sessions = ownSessions();
  // Both throw, as SvelteKit 2 has it.
  const kit = {
    redirect: (status: number, location: string) => {
      throw Object.assign(new Error("redirect"), { status, location });
    },
    error: (status: number, message: string) => {
      throw Object.assign(new Error(message), { status });
    },
  };
  const all = {
    ...modules,
    "@sveltejs/kit": kit,
    "$lib/sessions": sessions,
    "$env/dynamic/private": { env: process.env },
  };
  let routes: Readonly<Record<string, (event: object) => Promise<Response>>> = {};
  const origin = await listen(
    (request, response) =>
      void answer(routes, request.url ?? "", request.headers.cookie ?? "").then(({ status, headers, body }) =>
        response.writeHead(status, headers).end(body),
      ),
  );
  process.env["APP_URL"] = origin;
  process.env["LOGIN_SECRET"] = "a secret of this app, for what it keeps";
  const login = await blockOf("src/lib/github.js", all);
  const withLogin = { ...all, "$lib/github": login };
  const begin = await blockOf("src/routes/login/github/+server.js", withLogin);
  const end = await blockOf("src/routes/login/github/callback/+server.js", withLogin);
  routes = {
    "/login/github": begin["GET"] as never,
    "/login/github/callback": end["GET"] as never,
    "/me": async (event) => new Response(sessions.whoIs((event as { cookies: Cookies }).cookies.get("sid"))),
  };
  expect(await (await driven(origin, "/login/github")).text()).toMatch(/^\d+$/);
});

interface Cookies {
  get(name: string): string | undefined;
}

/** What the router of SvelteKit gives to an endpoint, and what it makes of its answer. */
async function answer(
  routes: Readonly<Record<string, (event: object) => Promise<Response>>>,
  address: string,
  cookie: string,
): Promise<{ status: number; headers: Record<string, string | string[]>; body: string }> {
  const url = new URL(address, process.env["APP_URL"]);
  const given = new Map(cookie.split("; ").map((pair) => pair.split("=") as [string, string]));
  const set: string[] = [];
  const cookies = {
    get: (name: string) => given.get(name),
    set: (name: string, value: string, { maxAge = 900 } = {}) =>
      set.push(`${name}=${value}; Max-Age=${maxAge}; Path=/`),
    delete: (name: string) => set.push(`${name}=; Max-Age=0; Path=/`),
  };
  try {
    const response = await routes[url.pathname]?.({ url, cookies, request: new Request(url) });
    if (response === undefined) return { status: 404, headers: {}, body: "" };
    return { status: response.status, headers: { "set-cookie": set }, body: await response.text() };
  } catch (thrown) {
    const { status = 500, location } = thrown as { status?: number; location?: string };
    return { status, headers: { "set-cookie": set, ...(location !== undefined && { location }) }, body: "" };
  }
}

/** The app's own. */
function ownSessions() {
  const sessions = new Map<string, string>();
  return {
    newSession: (userId: string) => {
      const id = `s${sessions.size + 1}`;
      sessions.set(id, userId);
      return id;
    },
    whoIs: (id: string | undefined) => sessions.get(id ?? "") ?? "nobody",
  };
}
