/** What the commands do in projects of Hono, Fastify, Koa, h3 and Node.js alone; test/commands/init.test.ts has what holds for all. */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { diffLines } from "diff";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);

/** Lines that a file got, in the order in which they stand. */
const added = (before: string, after: string): string[] =>
  diffLines(before, after).flatMap((part) => (part.added ? part.value.split("\n").slice(0, -1) : []));

interface Project {
  readonly name: string;
  readonly id: string;
  readonly server: string;
  readonly auth: string;
  /** What the server file got. */
  readonly lines: readonly string[];
}

const projects: readonly Project[] = [
  {
    name: "hono-ts",
    id: "hono-node",
    server: "src/index.ts",
    auth: "src/auth.ts",
    lines: [
      "import { auth, dashboardPage } from './auth.js'",
      "app.all('/auth/*', auth.handler)",
      "app.use(auth.pages)",
      "app.use(auth.session)",
      "app.get('/dashboard', auth.require(), dashboardPage)",
      "",
    ],
  },
  {
    name: "hono-bun",
    id: "hono-bun",
    server: "src/index.ts",
    auth: "src/auth.ts",
    lines: [
      "import { auth, dashboardPage } from './auth'",
      "app.all('/auth/*', auth.handler)",
      "app.use(auth.pages)",
      "app.use(auth.session)",
      "app.get('/dashboard', auth.require(), dashboardPage)",
      "",
    ],
  },
  {
    name: "hono-js",
    id: "hono-node",
    server: "server.js",
    auth: "auth.js",
    lines: [
      'import { auth, dashboardPage } from "./auth.js";',
      'app.all("/auth/*", auth.handler);',
      "app.use(auth.pages);",
      "app.use(auth.session);",
      'app.get("/dashboard", auth.require(), dashboardPage);',
      "",
    ],
  },
  {
    name: "fastify-ts",
    id: "fastify",
    server: "src/app.ts",
    auth: "src/auth.ts",
    lines: [
      'import { auth, dashboardPage } from "./auth.js";',
      '  app.register(auth.plugin, { prefix: "/auth" });',
      '  app.addHook("onRequest", auth.session);',
      '  app.get("/dashboard", { preHandler: auth.require() }, dashboardPage);',
      "",
    ],
  },
  {
    name: "fastify-js",
    id: "fastify",
    server: "server.js",
    auth: "auth.js",
    lines: [
      "const { auth, dashboardPage } = require('./auth.js')",
      "fastify.register(auth.plugin, { prefix: '/auth' })",
      "fastify.addHook('onRequest', auth.session)",
      "fastify.get('/dashboard', { preHandler: auth.require() }, dashboardPage)",
      "",
    ],
  },
  {
    name: "koa-ts",
    id: "koa",
    server: "src/app.ts",
    auth: "src/auth.ts",
    lines: [
      'import { auth, dashboardPage, proxies } from "./auth.js";',
      "app.proxy = proxies > 0;",
      "app.maxIpsCount = proxies;",
      "app.use(auth.handler);",
      "app.use(auth.session);",
      "app.use(dashboardPage);",
      "",
    ],
  },
  {
    name: "koa-js",
    id: "koa",
    server: "app.js",
    auth: "auth.js",
    lines: [
      "const { auth, dashboardPage, proxies } = require('./auth.js');",
      "app.proxy = proxies > 0;",
      "app.maxIpsCount = proxies;",
      "app.use(auth.handler);",
      "app.use(auth.session);",
      "app.use(dashboardPage);",
      "",
    ],
  },
  {
    name: "h3-ts",
    id: "h3",
    server: "src/server.ts",
    auth: "src/auth.ts",
    lines: [
      'import { auth, dashboardPage } from "./auth.js";',
      'app.use("/auth/**", auth.handler);',
      "app.use(auth.pages);",
      "app.use(auth.session);",
      'app.get("/dashboard", dashboardPage, { middleware: [auth.require()] });',
      "",
    ],
  },
  {
    name: "h3-js",
    id: "h3",
    server: "server.js",
    auth: "auth.js",
    lines: [
      "import { auth, dashboardPage } from './auth.js'",
      "app.use('/auth/**', auth.handler)",
      "app.use(auth.pages)",
      "app.use(auth.session)",
      "app.get('/dashboard', dashboardPage, { middleware: [auth.require()] })",
      "",
    ],
  },
  {
    name: "node-ts",
    id: "node-http",
    server: "src/server.ts",
    auth: "src/auth.ts",
    lines: [
      'import { withAuth } from "./auth.js";',
      "const server = createServer(withAuth((req, res) => {",
      "}));",
    ],
  },
  {
    name: "node-js",
    id: "node-http",
    server: "server.js",
    auth: "auth.js",
    lines: [
      "const { withAuth } = require('./auth.js');",
      "http.createServer(withAuth(listener)).listen(process.env.PORT || 3000);",
    ],
  },
];

describe.each(projects)("$name", ({ name, id, server, auth, lines }) => {
  const fixture = path.join("test/fixtures/projects", name);

  test("init writes the auth file, the fewest lines into the server file, and the dependency", async () => {
    const folder = copyProject(name);
    const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
    const result = await init(folder);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr).toMatch(/Try it: npx auth dev, then open http:\/\/localhost:\d+\/dashboard/);
    expect(added(readFileSync(path.join(fixture, server), "utf8"), read(server))).toEqual(lines);
    expect(read(auth)).toContain("createAuth(");
    expect(JSON.parse(read("package.json")).dependencies).toHaveProperty("authwright");
    expect(read(".env.example")).toContain("AUTH_GITHUB_ID=");
    const info = JSON.parse((await runMain(folder, ["info", "--json"])).stdout);
    expect(info.result).toMatchObject({ frameworks: [{ id }], authFile: auth, serverFile: server });
  });

  test("providers and a store come and go, byte for byte; the doctor finds nothing but what is to be filled in", async () => {
    const folder = copyProject(name);
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    const code = () => readFileSync(path.join(folder, auth), "utf8");
    const own = code();
    const run = async (...args: string[]) => {
      const result = await runMain(folder, [...args, "--json"]);
      expect(result.code, result.stdout + result.stderr).toBe(0);
      return JSON.parse(result.stdout);
    };
    const document = await run("add-provider", "gitlab", "--no-install");
    const url = /^http:\/\/localhost:\d+\/auth\/callback\/gitlab$/;
    expect(document.result.providers[0].callbackUrl).toMatch(url);
    expect(code()).toContain("[GitHub, GitLab]");
    await run("remove-provider", "gitlab");
    expect(code()).toBe(own);
    await run("undo");
    await run("undo");
    await run("add-adapter", "kysely", "--no-install");
    expect(code()).toContain("adapter:");
    const { result } = JSON.parse((await runMain(folder, ["doctor", "--json"])).stdout);
    const unsound = result.findings.filter(
      (one: { code: string; level: string }) => one.level !== "hint" && one.code !== "AUTH_D_NOT_INSTALLED",
    );
    expect(unsound).toEqual([]);
    await run("undo");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a foreign auth file is a conflict", async () => {
    const folder = copyProject(name);
    writeFileSync(path.join(folder, auth), "export const mine = 1;\n");
    const before = snapshotOf(folder);
    const refused = await init(folder);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(auth);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

/** The fixture with another server file. */
function withServer(name: string, server: string, text: string): string {
  const folder = copyProject(name);
  expect(existsSync(path.join(folder, server))).toBe(true);
  writeFileSync(path.join(folder, server), text);
  return folder;
}

const hono = "import { Hono } from 'hono'\n";
const koa = 'import Koa from "koa";\n';
const fastify = 'import Fastify from "fastify";\n';
const h3 = 'import { H3 } from "h3";\n';
const http = 'import { createServer } from "node:http";\n';

describe("what cannot be set up is refused by name, with the lines to add", () => {
  test.each([
    [
      "hono-ts",
      "src/index.ts",
      "a chain",
      `${hono}export default new Hono().get('/', (c) => c.text('x'))\n`,
      'app.all("/auth/*", auth.handler);',
    ],
    [
      "hono-ts",
      "src/index.ts",
      "several apps",
      `${hono}const a = new Hono()\nconst b = new Hono()\n`,
      "several applications",
    ],
    [
      "hono-ts",
      "src/index.ts",
      "auth is taken",
      `${hono}const auth = 1\nconst app = new Hono()\n`,
      "`auth` is taken",
    ],
    [
      "fastify-ts",
      "src/app.ts",
      "an arrow that returns it",
      `${fastify}export const build = () => Fastify();\n`,
      'app.register(auth.plugin, { prefix: "/auth" });',
    ],
    [
      "koa-ts",
      "src/app.ts",
      "a chain",
      `${koa}new Koa().use(() => {}).listen(1);\n`,
      "app.use(auth.handler);",
    ],
    [
      "h3-ts",
      "src/server.ts",
      "a chain",
      `${h3}export default new H3().get("/", () => "x");\n`,
      'app.use("/auth/**", auth.handler);',
    ],
    [
      "h3-ts",
      "src/server.ts",
      "several apps",
      `${h3}const a = new H3();\nconst b = new H3();\n`,
      "several applications",
    ],
    [
      "node-ts",
      "src/server.ts",
      "a listener that comes later",
      `${http}const server = createServer();\nserver.on("request", () => {});\n`,
      "createServer(withAuth(listener))",
    ],
    [
      "node-ts",
      "src/server.ts",
      "two servers",
      `${http}createServer(() => {});\ncreateServer(() => {});\n`,
      "several servers",
    ],
    [
      "node-ts",
      "src/server.ts",
      "withAuth is taken",
      `${http}const withAuth = 1;\ncreateServer(() => {});\n`,
      "`withAuth` is taken",
    ],
  ])("%s, %s: %s", async (name, server, _what, text, said) => {
    const folder = withServer(name, server, text);
    const before = snapshotOf(folder);
    const result = await init(folder);
    expect(result.code, result.stderr).toBe(3);
    expect(result.stderr).toContain(said);
    expect(result.stderr).toContain(server);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    ["hono-ts", "src/index.ts"],
    ["fastify-ts", "src/app.ts"],
    ["koa-ts", "src/app.ts"],
  ])("%s without a server: usage", async (name, server) => {
    const folder = withServer(name, server, "export {};\n");
    const result = await init(folder);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("--server");
  });
});

describe("the place of the lines", () => {
  test.each([
    [
      "koa-ts",
      "src/app.ts",
      "a body parser stays above, the router below",
      `${koa}import { bodyParser } from "@koa/bodyparser";\nconst app = new Koa();\napp.use(bodyParser());\n`,
      "app.use(router.routes());\n",
    ],
    [
      "fastify-js",
      "server.js",
      "plugins of packages stay above, the app's own below",
      "const fastify = require('fastify')()\nfastify.register(require('@fastify/cookie'))\nfastify.register(import('@fastify/cors'))\n",
      "fastify.register(require('./routes'))\n",
    ],
    [
      "fastify-ts",
      "src/app.ts",
      "a provider of types, awaited plugins and autoload",
      `${fastify}import autoload from "@fastify/autoload";\nimport helmet from "@fastify/helmet";\nconst app = Fastify().withTypeProvider();\nawait app.register(helmet);\n`,
      "await app.register(autoload, {});\n",
    ],
    [
      "h3-ts",
      "src/server.ts",
      "middleware with a path, sub-apps",
      `${h3}import { log } from "./log.js";\nconst api = new H3();\nconst app = new H3();\napp.use("/api/**", log());\n`,
      'app.mount("/api", api);\nexport default app;\n',
    ],
    [
      "hono-ts",
      "src/index.ts",
      "an app with types of its own, middleware with a path, sub-apps",
      `${hono}import { cors } from 'hono/cors'\nconst api = new Hono()\nconst app = new Hono<{ Variables: { n: number } }>()\napp.use('/api/*', cors())\n`,
      "app.route('/api', api)\nexport default app\n",
    ],
  ])("%s, %s: %s", async (name, server, _what, above, below) => {
    const folder = withServer(name, server, above + below);
    const result = await init(folder);
    expect(result.code, result.stderr).toBe(0);
    const text = readFileSync(path.join(folder, server), "utf8");
    const [last = ""] = above.trimEnd().split("\n").slice(-1);
    expect(text.indexOf("auth.session")).toBeGreaterThan(text.indexOf(last));
    expect(text.indexOf("auth.session")).toBeLessThan(text.indexOf(below.trimEnd()));
  });
});

describe("RA2-B7: an application that a chain of calls makes", () => {
  const server = "src/index.ts";
  const other = `${hono}import books from './books.js'\n`;
  const books =
    "import { Hono } from 'hono'\nexport default new Hono().get('/', (c) => c.text('all')).get('/:id', (c) => c.text('one'))\n";

  const chains: readonly (readonly [string, string, string])[] = [
    [
      "each call on a line",
      "const app = new Hono()\n  .use(cors())\n  .route('/books', books)\n",
      "const app = new Hono()\n  .use(cors())\n  .all('/auth/*', auth.handler)\n  .use(auth.pages)\n  .use(auth.session)\n  .use(auth.require({ path: '/books' }))\n  .get('/dashboard', auth.require(), dashboardPage)\n  .route('/books', books)\n",
    ],
    [
      "all in one line",
      "const app = new Hono().get('/', (c) => c.text('home')).route('/books', books)\n",
      "const app = new Hono()\n  .all('/auth/*', auth.handler)\n  .use(auth.pages)\n  .use(auth.session)\n  .use(auth.require({ path: '/books' }))\n  .get('/dashboard', auth.require(), dashboardPage)\n  .get('/', (c) => c.text('home')).route('/books', books)\n",
    ],
    [
      "below a path, which the new calls are not below",
      "const app = new Hono().basePath('/api')\napp.on(['GET', 'PUT'], ['/books', '/ja/books'], (c) => c.text('all'))\n",
      "const app = new Hono()\n  .all('/auth/*', auth.handler)\n  .use(auth.pages)\n  .use(auth.session)\n  .use(auth.require({ path: '/api/books' }))\n  .get('/dashboard', auth.require(), dashboardPage)\n  .basePath('/api')\napp.on(['GET', 'PUT'], ['/books', '/ja/books'], (c) => c.text('all'))\n",
    ],
  ];

  test.each(chains)("%s", async (_what, before, after) => {
    const folder = withServer(
      "hono-ts",
      server,
      `${other}import { cors } from 'hono/cors'\n${before}export default app\n`,
    );
    writeFileSync(path.join(folder, "src/books.ts"), books);
    expect((await init(folder)).code).toBe(0);
    const guarded = before.includes("/api") ? "/api/books" : "/books";
    const result = await runMain(folder, ["protect", guarded, "--yes"]);
    expect(result.code, result.stdout + result.stderr).toBe(0);
    expect(readFileSync(path.join(folder, server), "utf8")).toContain(after);
    expect((await runMain(folder, ["protect", guarded, "--yes"])).stderr).toContain("Nothing to do");
  });

  test("its middleware stays in the chain, and what follows in statements gets lines", async () => {
    const text = `${other}import { cors } from 'hono/cors'\nconst app = new Hono().use(cors())\napp.route('/books', books)\nexport default app\n`;
    const folder = withServer("hono-ts", server, text);
    writeFileSync(path.join(folder, "src/books.ts"), books);
    expect((await init(folder)).code).toBe(0);
    expect(readFileSync(path.join(folder, server), "utf8")).toContain(
      "const app = new Hono().use(cors())\n\napp.all('/auth/*', auth.handler)\n",
    );
  });
});

test("a project with Express and Hono: the one that the server file makes; --framework says it otherwise", async () => {
  const folder = copyProject("hono-ts");
  const manifest = path.join(folder, "package.json");
  const data = JSON.parse(readFileSync(manifest, "utf8"));
  data.dependencies.express = "^5.3.0";
  writeFileSync(manifest, JSON.stringify(data));
  const result = await init(folder, "--dry-run");
  expect(result.code, result.stderr).toBe(0);
  writeFileSync(
    path.join(folder, "src/legacy.ts"),
    'import express from "express";\nconst app = express();\napp.get("/", (_req, res) => void res.send("x"));\n',
  );
  const meant = await init(folder, "--framework", "hono");
  expect(meant.code, meant.stderr).toBe(0);
  expect(readFileSync(path.join(folder, "src/index.ts"), "utf8")).toContain("auth.handler");
});

test("a server of Node.js where another framework is named is not taken for one of Node.js alone", async () => {
  const folder = copyProject("node-js");
  const manifest = path.join(folder, "package.json");
  const data = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...data, dependencies: { astro: "5" } }));
  const result = await init(folder);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("Astro");
});

describe("servers of Node.js alone, as people write them", () => {
  test.each([
    ["a namespace", 'import * as http from "node:http";\n', "http.createServer(", "answer", ").listen(1);\n"],
    [
      "a default import",
      'import http from "http";\n',
      "http.createServer(",
      "async (req, res) => void res.end()",
      ");\n",
    ],
    ["another name", 'import { createServer as make } from "node:http";\n', "make(", "answer", ");\n"],
    [
      "https with its options",
      'import { createServer } from "node:https";\n',
      "createServer({ key }, ",
      "answer",
      ");\n",
    ],
    [
      "one beside Vite's",
      'import { createServer as vite } from "vite";\nimport { createServer } from "node:http";\nvite();\n',
      "createServer(",
      "answer",
      ");\n",
    ],
    [
      "in a function",
      'import { createServer } from "node:http";\n',
      "export const build = () => createServer(",
      "function (req, res) {\n  res.end();\n}",
      ");\n",
    ],
  ])("%s: withAuth goes around the listener", async (_what, head, open, listener, close) => {
    const folder = withServer("node-ts", "src/server.ts", `${head}\n${open}${listener}${close}`);
    const result = await init(folder);
    expect(result.code, result.stderr).toBe(0);
    expect(readFileSync(path.join(folder, "src/server.ts"), "utf8")).toBe(
      `${head.replace(/vite\(\);\n$/, "")}import { withAuth } from "./auth.js";\n${head.endsWith("vite();\n") ? "vite();\n" : ""}\n${open}withAuth(${listener})${close}`,
    );
  });
});

test.each([
  ["hono-ts", "src/index.ts", "'/auth/*'", "'/login/*'"],
  ["fastify-ts", "src/app.ts", 'prefix: "/auth"', 'prefix: "/login"'],
  ["h3-ts", "src/server.ts", '"/auth/**"', '"/login/**"'],
])("%s: callback URLs follow the mount", async (name, server, from, to) => {
  const folder = copyProject(name);
  expect((await init(folder)).code).toBe(0);
  const file = path.join(folder, server);
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  const result = await runMain(folder, ["add-provider", "gitlab", "--no-install", "--json"]);
  expect(JSON.parse(result.stdout).result.providers[0].callbackUrl).toMatch(/\/login\/callback\/gitlab$/);
});

test("a listener of one's own that calls createAuth elsewhere gets the line to add", async () => {
  const folder = copyProject("node-ts");
  writeFileSync(
    path.join(folder, "src/auth.ts"),
    'import { createAuth } from "authwright/node";\nimport GitHub from "authwright/providers/github";\n\nexport const auth = createAuth({ providers: [GitHub] });\n',
  );
  const before = snapshotOf(folder);
  const result = await init(folder);
  expect(result.code).toBe(3);
  expect(result.stderr).toContain('if (req.url?.startsWith("/auth/")) return auth.handler(req, res);');
  expect(snapshotOf(folder)).toEqual(before);
});

test("a tool at the top of a workspace is not taken for the app", async () => {
  const folder = copyProject("node-js");
  const manifest = path.join(folder, "package.json");
  const data = JSON.parse(readFileSync(manifest, "utf8"));
  writeFileSync(manifest, JSON.stringify({ ...data, workspaces: ["apps/*"] }));
  cpSync("test/fixtures/projects/hono-js", path.join(folder, "apps/api"), { recursive: true });
  const result = await init(folder);
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("--cwd apps/api");
});

test("what comes next says in which folder, where that is another one than the terminal's", async () => {
  const folder = copyProject("node-js");
  cpSync("test/fixtures/projects/hono-js", path.join(folder, "apps/api"), { recursive: true });
  const away = await init(folder, "--cwd", "apps/api");
  expect(away.stderr).toContain("Done. auth undo --cwd apps/api takes it back.\n\nNext, in apps/api:\n");
  const inside = await init(copyProject("hono-js"));
  expect(inside.stderr).toContain("Done. auth undo takes it back.\n\nNext:\n");
});

describe("RA-14 lines that init shows by hand are lines that it knows again", () => {
  /** What `init` prints between "By hand" and the error: imports, and statements. */
  const shownLines = (stderr: string) => {
    const [, shown = ""] = /By hand:\n([\s\S]*?)\nError:/.exec(stderr) ?? [];
    const lines = shown.split("\n").map((line) => line.slice(4));
    return {
      imports: lines.filter((line) => line.startsWith("import ")),
      statements: lines.filter((line) => line !== "" && !line.startsWith("import ")),
    };
  };

  test.each([
    ["hono-ts", "hono-node", "src/index.ts", "new Hono()", "createApp()", "app."],
    ["hono-ts", "hono-node", "src/index.ts", "new Hono()", "createApp()", "router."],
    ["express-esm-ts", "express", "src/server.ts", "express()", "createApp()", "this.server."],
    ["fastify-ts", "fastify", "src/server.ts", /fastify\([^)]*\)/i, "createApp()", "app."],
    ["koa-ts", "koa", "src/app.ts", "new Koa()", "createApp()", "app."],
    ["h3-ts", "h3", "src/server.ts", "new H3()", "createApp()", "app."],
    ["node-ts", "node-http", "src/server.ts", "createServer(", "makeServer(", "app."],
  ])("%s (%s) %s: %s as %s, on %s", async (name, framework, server, made, other, receiver) => {
    const folder = copyProject(name);
    const file = path.join(folder, server);
    writeFileSync(file, readFileSync(file, "utf8").replace(made, other));
    const flags = ["--framework", framework, "--server", server];
    const refused = await init(folder, ...flags);
    expect(refused.code, refused.stderr).toBe(3);
    const { imports, statements } = shownLines(refused.stderr);
    expect([imports.length, statements.length > 0]).toEqual([1, true]);

    const lines = statements.map((line) => line.replace(/^app\./, receiver));
    writeFileSync(file, [...imports, readFileSync(file, "utf8"), ...lines, ""].join("\n"));
    const byHand = readFileSync(file, "utf8");
    const second = await init(folder, ...flags);
    expect(second.code, second.stderr).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(byHand);
    expect(existsSync(path.join(folder, path.dirname(server), "auth.ts"))).toBe(true);
    const before = snapshotOf(folder);
    expect((await init(folder, ...flags)).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});
