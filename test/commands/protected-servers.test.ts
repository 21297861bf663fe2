/** What `auth init` and `auth protect` have written, run as the app that it is: who gets in where. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { cleanEnv, freePort, startServer, type Server } from "../support/process.js";

const running: Server[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.stop()));
  removeProjects();
});

interface Project {
  readonly name: string;
  readonly file: string;
  /** Packages that the server loads. */
  readonly packages: readonly string[];
  /** What stands in the server file, and what is put in its place. */
  readonly changes: readonly (readonly [string, string])[];
}

const projects: readonly Project[] = [
  {
    name: "express-esm-js",
    file: "server.js",
    packages: ["express"],
    changes: [
      ["import cors from 'cors' // cross-origin\n", ""],
      ["app.use(cors())\n", ""],
      ["app.listen(4100)", "app.listen(process.env.PORT)"],
      [
        "app.get('/', (req, res) => {\n\tres.send('notes')\n})\n",
        "app.get(['/', '/reports', '/reports/:page', '/reportss', '/teams/:team/:page'], (req, res) => {\n\tres.send('notes')\n})\n",
      ],
    ],
  },
  {
    name: "hono-js",
    file: "server.js",
    packages: ["hono", "@hono/node-server"],
    changes: [
      [
        'app.get("/", ',
        'app.on("GET", ["/", "/reports", "/reports/:page", "/reportss", "/teams/:team/:page"], ',
      ],
    ],
  },
  {
    name: "fastify-js",
    file: "server.js",
    packages: ["fastify"],
    changes: [
      ["fastify.register(require('@fastify/formbody'))\n", ""],
      [
        "fastify.get('/', async (request, reply) => {\n  return { hello: 'world' }\n})\n",
        "fastify.register(async (app) => {\n  for (const url of ['/', '/reports', '/reports/:page', '/reportss', '/teams/:team/:page']) app.get(url, async () => 'notes')\n})\n",
      ],
    ],
  },
  {
    name: "h3-js",
    file: "server.js",
    packages: ["h3"],
    changes: [
      [
        "app.get('/', () => 'notes')\n",
        "for (const route of ['/', '/reports', '/reports/:page', '/reportss', '/teams/:team/:page']) app.get(route, () => 'notes')\n",
      ],
    ],
  },
  { name: "koa-js", file: "app.js", packages: ["koa"], changes: [] },
];

test.each(projects)("$name", { timeout: 60_000 }, async ({ name, file, packages, changes }) => {
  const folder = copyProject(name);
  const server = path.join(folder, file);
  for (const [from, to] of changes) {
    const code = readFileSync(server, "utf8");
    expect(code).toContain(from);
    writeFileSync(server, code.replace(from, to));
  }
  const link = (one: string, to: string) => {
    const at = path.join(folder, "node_modules", one);
    mkdirSync(path.dirname(at), { recursive: true });
    symlinkSync(to, at, "junction");
  };
  for (const one of packages) link(one, path.join(projectRoot, "node_modules", one));
  link("authwright", projectRoot);
  const init = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(init.code, init.stderr).toBe(0);
  const guarded = await runMain(folder, ["protect", "--yes", "/reports", "/teams/*/settings"]);
  expect(guarded.code, guarded.stderr).toBe(0);

  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = cleanEnv({ PORT: String(port) });
  running.push(await startServer(process.execPath, ["--env-file=.env", file], { cwd: folder, env, url }));
  const asFetch = { "sec-fetch-mode": "cors", accept: "*/*" };
  const asPage = { "sec-fetch-mode": "navigate", accept: "text/html" };
  /** As a browser sends it: `fetch` says itself that it is one. */
  const get = async (at: string, headers: Record<string, string>) => {
    const [answer] = (await once(request(url + at, { headers }).end(), "response")) as [IncomingMessage];
    return { status: answer.statusCode, location: answer.headers.location, body: await text(answer) };
  };

  for (const at of ["/reports", "/reports/reports", "/reports?a=1", "/teams/blue/settings"]) {
    const answer = await get(at, asFetch);
    expect([at, answer.status, JSON.parse(answer.body)]).toEqual([
      at,
      401,
      { error: "unauthenticated", message: "Sign in first" },
    ]);
    const page = await get(at, asPage);
    expect([at, page.status, page.location]).toEqual([
      at,
      302,
      `/sign-in?callbackUrl=${encodeURIComponent(at)}`,
    ]);
  }
  for (const at of ["/", "/reportss", "/teams/blue/members"]) {
    const answer = await get(at, asFetch);
    expect([at, answer.status]).toEqual([at, 200]);
    expect(answer.body).toMatch(/notes|Hello World/);
  }
  expect((await get("/sign-in", asPage)).status).toBe(200);
});
