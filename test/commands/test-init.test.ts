/** `auth test init`: which row each route gets, what a project's runner gets, and that nothing is guessed. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { runCommand, testPlace, testRunner } from "../../src/commands/test/test-runner.js";
import { detect } from "../../src/commands/steps/detect.js";
import { countSyntaxErrors } from "../../src/cli/source/syntax/syntax.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { cleanEnv, freePort, run, startServer } from "../support/process.js";

afterEach(removeProjects);

type Files = Readonly<Record<string, string>>;
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

function write(folder: string, files: Files): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}

async function appOf(name: string, files: Files = {}, ...commands: string[][]): Promise<string> {
  const folder = copyProject(name);
  for (const args of [["init", "--provider", "github", "--no-install"], ...commands]) {
    const { code, stderr } = await runMain(folder, [...args, "--yes"]);
    expect(code, stderr).toBe(0);
  }
  write(folder, files);
  return folder;
}

const testInit = (folder: string, ...args: string[]) =>
  runMain(folder, ["test", "init", "--yes", "--no-install", ...args]);

interface Row {
  readonly route: string;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly note?: string;
}

/** Rows as "nobody user admin" by route. */
async function rowsOf(folder: string): Promise<Record<string, string>> {
  const { code, stdout, stderr } = await testInit(folder, "--json");
  expect(code, stderr + stdout).toBe(0);
  const { routes } = JSON.parse(stdout).result as { routes: Row[] };
  return Object.fromEntries(routes.map(({ route, expected }) => [route, Object.values(expected).join(" ")]));
}

const expressApp = `import express from "express";
import { auth } from "./auth.js";
import orders from "./orders.js";
import { addReports } from "./reports.js";
import { requireOwner } from "./own.js";

const app = express();
const admin = express.Router();
const editors = auth.require({ role: ["editor", "admin"] });
app.get("/before", (req, res) => res.send("before"));
app.use("/auth", auth.handler);
app.use(auth.session);
app.use("/area", auth.require());
app.use("/later", auth.require({ role: "admin" }));
app.get("/area/one", (req, res) => res.send("one"));
app.get("/open", (req, res) => res.send("open"));
app.get("/inline", auth.require({ role: "admin", maxAge: 300 }), (req, res) => res.send("inline"));
app.post("/inline", auth.require(), (req, res) => res.send("inline"));
app.get("/texts", editors, (req, res) => res.send("texts"));
app.get("/secret", auth.require({ factor: "two-factor" }), (req, res) => res.send("secret"));
app.get("/mine", (req, res) => res.send(req.auth?.user?.name));
app.get("/owner", requireOwner, (req, res) => res.send("owner"));
app.get("/dashboard", (req, res) => res.send("looks private"));
app.post("/things", (req, res) => res.send("made"));
app.post("/contact", (req, res) => res.send("thanks"));
app.route("/teams/:id").get(auth.require(), (req, res) => res.send("team")).delete(auth.require({ role: "admin" }), (req, res) => res.send("gone"));
admin.get("/users", (req, res) => res.send("users"));
app.use("/admin", auth.require({ role: "admin" }), admin);
app.use("/orders", orders);
addReports(app);
app.get(/pattern/, (req, res) => res.send("an expression"));
app.listen(3000);
`;
const expressFiles: Files = {
  "src/server.ts": expressApp,
  "src/orders.ts": `import { Router } from "express";
import { auth } from "./auth.js";

const router = Router();
router.get("/", (req, res) => res.send("all"));
router.use(auth.require());
router.get("/:id", (req, res) => res.send("one"));
export default router;
`,
  "src/reports.ts": `import type { Express } from "express";
import { Router } from "express";

export function addReports(app: Express) {
  app.get("/reports", (req, res) => res.send("reports"));
}
export const lost = Router();
lost.get("/lost", (req, res) => res.send("nobody mounts it"));
`,
  "src/own.ts": "export const requireOwner = (req, res, next) => next();\n",
};

describe("the rows of an Express app", () => {
  test("guards in line, by path, by order and by router; what cannot be told is never guessed", async () => {
    const folder = await appOf("express-esm-ts", expressFiles, ["add-role", "editor", "admin"]);
    expect(await rowsOf(folder)).toEqual({
      "GET /before": "in in in in",
      "GET /area/one": "401 in in in",
      "GET /open": "in in in in",
      "GET /inline": "401 403 403 in",
      "POST /inline": "401 skip skip skip",
      "GET /texts": "401 403 in in",
      "GET /secret": "? ? ? ?",
      "GET /mine": "? ? ? ?",
      "GET /owner": "? ? ? ?",
      "GET /dashboard": "? ? ? ?",
      "POST /things": "? ? ? ?",
      "POST /contact": "skip skip skip skip",
      "GET /teams/:id": "401 in in in",
      "DELETE /teams/:id": "401 403 403 skip",
      "GET /admin/users": "401 403 403 in",
      "GET /orders": "in in in in",
      "GET /orders/:id": "401 in in in",
      "GET /reports": "in in in in",
      "GET /lost": "? ? ? ?",
      "GET /path-of-line-31": "? ? ? ?",
      // A guard, and no route in sight.
      "GET /later": "401 403 403 skip",
    });
    const text = read(folder, "test/guards.test.mjs");
    expect(text).toContain("/lost");
    expect(text).toMatch(
      /\/\/ src\/server\.ts:\d+: its code reads the session itself\. Fill in who gets what\n\s+\["GET \/mine"/,
    );
    // What is not filled in fails.
    expect(text).toContain('if (wanted === "?") assert.fail(');
  });

  test("a path with the word auth in it reads no session", async () => {
    const folder = await appOf("express-esm-ts", {
      "src/server.ts": `import express from "express";
import { auth } from "./auth.js";
import { paths } from "./paths.js";

const app = express();
app.use("/auth", auth.handler);
app.get("/api/auth/version", (req, res) => res.send("7"));
app.get(paths.auth, (req, res) => res.send("1"));
app.get(["/a/auth", "/b/auth"], (req, res) => res.send("1"));
app.get("/own/auth", (req, res) => res.send(req.auth?.user?.name));
app.listen(3000);
`,
      "src/paths.ts": 'export const paths = { auth: "/own" };\n',
    });
    expect(await rowsOf(folder)).toEqual({
      "GET /api/auth/version": "in in",
      "GET /own": "in in",
      "GET /a/auth": "in in",
      "GET /b/auth": "in in",
      "GET /own/auth": "? ?",
    });
  });

  test("routes whose addresses are not in sight keep a row each", async () => {
    const folder = await appOf("fastify-ts");
    for (const name of ["tasks", "visits"])
      write(folder, {
        [`src/routes/${name}.ts`]: `import type { FastifyPluginAsync } from "fastify";

const ${name}: FastifyPluginAsync = async (app) => {
  app.get("/", async () => "1");
};

export default ${name};
`,
      });
    const { stdout } = await testInit(folder, "--json");
    const { routes } = JSON.parse(stdout).result as { routes: (Row & { file: string })[] };
    expect(routes.filter(({ note }) => note !== undefined).map(({ route, file }) => [route, file])).toEqual([
      ["GET /", "src/routes/tasks.ts"],
      ["GET /", "src/routes/visits.ts"],
    ]);
    const guarded = await runMain(folder, ["protect", "/visits", "--yes"]);
    expect([guarded.code, guarded.stderr]).toEqual([
      0,
      expect.stringContaining(
        "the routes of src/routes/tasks.ts:4, src/routes/visits.ts:4, whose addresses are not in sight, may.",
      ),
    ]);
  });

  test("without auth add-role there is no column for roles", async () => {
    const folder = await appOf("express-esm-ts", expressFiles);
    expect(await rowsOf(folder)).toMatchObject({ "GET /inline": "401 403", "GET /area/one": "401 in" });
  });

  test("a name of a file or a role cannot leave its comment or its text", async () => {
    const folder = await appOf("express-esm-js", {
      "server.js":
        'import express from "express";\nimport { auth } from "./auth.js";\nconst app = express();\napp.use("/auth", auth.handler);\napp.get("/a\\"];x", (req, res) => res.end());\napp.get("/b", auth.require({ role: rolesOf(\n"a") }), (req, res) => res.end());\n',
    });
    await testInit(folder);
    const text = read(folder, "test/guards.test.mjs");
    expect(countSyntaxErrors(text, "guards.mjs"), text).toBe(0);
  });
});

/** Framework, its files, and the rows that they get. */
const frameworks: readonly (readonly [name: string, files: Files, rows: Readonly<Record<string, string>>])[] =
  [
    [
      "hono-ts",
      {
        "src/index.ts": `import { Hono } from "hono";
import { auth } from "./auth.js";

const app = new Hono();
const api = new Hono().basePath("/v1").get("/list", (c) => c.text("list")).post("/list", auth.require(), (c) => c.text("made"));
app.use(auth.session);
app.all("/auth/*", auth.handler);
app.use("/admin/*", auth.require({ role: "admin" }));
app.use("/exact", auth.require());
app.get("/admin/users", (c) => c.text("users"));
app.get("/exact/below", (c) => c.text("below"));
app.get("/me", (c) => c.json(c.get("auth")));
app.route("/api", api);
export default app;
`,
      },
      {
        "GET /admin/users": "401 403",
        "GET /exact/below": "in in",
        "GET /me": "? ?",
        "GET /api/v1/list": "in in",
        "POST /api/v1/list": "401 skip",
      },
    ],
    [
      "fastify-ts",
      {
        "src/products.ts": `import type { FastifyInstance } from "fastify";
import { auth } from "./auth.js";

export async function products(app: FastifyInstance) {
  app.get("/", async () => []);
  app.get("/:id", { preHandler: auth.require() }, async () => ({}));
  app.route({ method: "PUT", url: "/:id", onRequest: [auth.require({ role: "admin" })], handler: async () => ({}) });
}
`,
      },
      { "GET /products": "in in", "GET /products/:id": "401 in", "PUT /products/:id": "401 403" },
    ],
    [
      "h3-ts",
      {
        "src/server.ts": `import { H3, serve } from "h3";
import { auth } from "./auth.js";

const app = new H3();
app.use(auth.session);
app.all("/auth/**", auth.handler);
app.get("/admin/users", () => "users");
app.use("/admin/**", auth.require({ role: "admin" }));
serve(app, { port: 3000 });
`,
      },
      { "GET /admin/users": "401 403" },
    ],
    [
      "koa-js",
      {
        "app.js": `import Router from "@koa/router";
import Koa from "koa";
import { auth } from "./auth.js";

const app = new Koa();
const router = new Router({ prefix: "/api" });
router.get("/list", (ctx) => (ctx.body = "list"));
router.get("/mine", auth.require(), (ctx) => (ctx.body = "mine"));
app.use(auth.session);
app.use(auth.require({ path: "/admin/*/users", role: "admin" }));
app.use(router.routes());
app.listen(3000);
`,
      },
      { "GET /api/list": "in in", "GET /api/mine": "401 in" },
    ],
    [
      "nest12-ts",
      {
        "src/orders.controller.ts": `import { Controller, Delete, Get, UseGuards } from "@nestjs/common";
import { Require } from "authwright/nest";

@Require()
@Controller("orders")
export class OrdersController {
  @Get()
  all() {}
  @Require({ role: "admin" })
  @Delete(":id")
  remove() {}
  @UseGuards(Own)
  @Get("own")
  own() {}
}
`,
      },
      { "GET /orders": "401 in", "DELETE /orders/:id": "401 403", "GET /orders/own": "? ?" },
    ],
    [
      "nitro-ts",
      {
        "middleware/admin.ts":
          'import { auth } from "../auth";\nexport default auth.require({ path: "/admin", role: "admin" });\n',
        "routes/admin/users.get.ts": 'export default () => "users";\n',
        "routes/things.post.ts": 'export default () => "made";\n',
      },
      { "GET /admin/users": "401 403", "GET /dashboard": "401 in", "POST /things": "? ?", "GET /": "in in" },
    ],
    [
      "nuxt-ts",
      {
        "nuxt.config.ts":
          "export default defineNuxtConfig({ modules: ['authwright/nuxt'], routeRules: { '/api/admin/**': { auth: { role: 'admin' } } } })\n",
        "app/pages/index.vue": "<template><p>open</p></template>\n",
        "app/pages/teams/[id].vue":
          '<script setup lang="ts">\ndefinePageMeta({ auth: { role: "admin" } });\n</script>\n',
        "server/api/admin/users.get.ts": 'export default defineEventHandler(() => "users");\n',
        "server/api/things.post.ts":
          'import { auth } from "../auth";\nexport default defineEventHandler((event) => auth.require(event));\n',
        // Some come by without it.
        "server/api/part.get.ts":
          'import { auth } from "../auth";\nexport default defineEventHandler(async (event) => {\n  if (event.path.length > 9) await auth.require(event);\n  return 1;\n});\n',
        "server/api/unwaited.get.ts":
          'import { auth } from "../auth";\nexport default defineEventHandler(async (event) => {\n  auth.require(event);\n  return 1;\n});\n',
      },
      {
        "GET /": "in in",
        "GET /teams/:id": "401 403",
        "GET /dashboard": "401 in",
        "GET /api/admin/users": "401 403",
        "POST /api/things": "401 skip",
        "GET /api/part": "? ?",
        "GET /api/unwaited": "? ?",
      },
    ],
    [
      "next-app-ts",
      {
        "app/(shop)/teams/[id]/page.tsx":
          'import { auth } from "@/auth";\nexport default async function Page() {\n  await auth.require({ role: "admin" });\n  return <p>team</p>;\n}\n',
        "app/area/layout.tsx":
          'import { auth } from "@/auth";\nexport default async function Layout({ children }) {\n  await auth.require();\n  return children;\n}\n',
        "app/area/page.tsx": "export default function Page() {\n  return <p>area</p>;\n}\n",
        "app/own/page.tsx":
          'import { auth } from "@/auth";\nexport default async function Page() {\n  return (await auth()) ? <p>in</p> : null;\n}\n',
        "app/settings/page.tsx": "export default function Page() {\n  return <p>private?</p>;\n}\n",
        "app/api/orders/[...rest]/route.ts":
          'import { auth } from "@/auth";\nexport const GET = auth.require({}, () => Response.json([]));\nexport async function POST() {\n  return new Response();\n}\n',
      },
      {
        "GET /": "in in",
        "GET /dashboard": "401 in",
        "GET /teams/:id": "401 403",
        "GET /area": "401 in",
        "GET /own": "? ?",
        "GET /settings": "? ?",
        "GET /api/orders/:rest": "401 in",
        "POST /api/orders/:rest": "? ?",
      },
    ],
    [
      "next-pages-ts",
      {
        "pages/teams/[id].tsx":
          'import { auth } from "@/auth";\nexport default function Page() {\n  return <p>team</p>;\n}\nexport const getServerSideProps = auth.require({ role: "admin" }, () => ({ props: {} }));\n',
        "pages/api/orders.ts":
          'import { auth } from "@/auth";\nexport default auth.require({}, (req, res) => res.json([]));\n',
        "pages/api/me.ts":
          'import { auth } from "@/auth";\nexport default async (req, res) => res.json(await auth(req, res));\n',
      },
      {
        "GET /": "in in",
        "GET /dashboard": "401 in",
        "GET /teams/:id": "401 403",
        "GET /api/orders": "401 in",
        "GET /api/me": "? ?",
      },
    ],
  ];

test.each(frameworks)("the rows of %s; twice; undo", async (name, files, rows) => {
  const folder = await appOf(name, files);
  const before = snapshotOf(folder);
  expect(await rowsOf(folder)).toMatchObject(rows);
  const again = await testInit(folder);
  expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
  expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("a server whose routes no call lists gets one row to fill in", async () => {
  const folder = await appOf("node-ts");
  expect(await rowsOf(folder)).toEqual({});
  expect(read(folder, "test/guards.test.mjs")).toMatch(/\["GET \/", \{ nobody: "\?", user: "\?" \}\]/);
});

describe("the runner that a project has", () => {
  const withPackage = (folder: string, name: string, scripts: object = {}) => {
    const manifest = JSON.parse(read(folder, "package.json"));
    const devDependencies = { ...manifest.devDependencies, [name]: "*" };
    const changed = { ...manifest, devDependencies, scripts: { ...manifest.scripts, ...scripts } };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(changed, null, 2));
  };
  test.each([
    ["express-esm-ts", "vitest", "test/guards.test.ts", 'from "vitest"', "vitest run"],
    ["express-cjs", "vitest", "test/guards.test.mjs", "// @vitest-environment node\n", "vitest run"],
    ["next-app-ts", "jest", "__tests__/guards.test.ts", "execFileSync(process.execPath", "jest"],
    ["express-cjs", "jest", "__tests__/guards.test.js", 'require("node:child_process")', "jest"],
    ["next-app-ts", "@playwright/test", "e2e/guards.spec.ts", 'from "@playwright/test"', "playwright test"],
  ])("%s with %s: %s", async (name, runner, file, part, script) => {
    const folder = await appOf(name);
    withPackage(folder, runner);
    const { code, stderr } = await testInit(folder);
    expect(code, stderr).toBe(0);
    const text = read(folder, file);
    expect(text).toContain(part);
    expect(countSyntaxErrors(text, file)).toBe(0);
    expect(JSON.parse(read(folder, "package.json")).scripts.test).toBe(script);
  });

  test("a test script that is there stays, and the file stands where tests are", async () => {
    const folder = await appOf("express-esm-ts", { "tests/other.test.ts": "" });
    withPackage(folder, "vitest", { test: "vitest --coverage" });
    const manifest = read(folder, "package.json");
    const { stderr } = await testInit(folder);
    expect(read(folder, "package.json")).toBe(manifest);
    expect(stderr).toContain("npx vitest run tests/guards.test.ts");
  });
});

describe("RA2-B9: the file stands where the runner looks", () => {
  interface Configured {
    readonly app: string;
    readonly packages: readonly string[];
    readonly scripts?: Readonly<Record<string, string>>;
    readonly member?: Readonly<Record<string, unknown>>;
    readonly files?: Files;
    readonly file: string;
    readonly run: string;
  }

  const kit = `import { defineConfig } from "vitest/config";
export default defineConfig({
  test: {
    projects: [
      { test: { name: "client", include: ["src/**/*.svelte.{test,spec}.{js,ts}"] } },
      { test: { name: "server", include: ["src/**/*.{test,spec}.{js,ts}"] } },
    ],
  },
});
`;
  const nest = { rootDir: "src", testRegex: ".*\\.spec\\.ts$", moduleFileExtensions: ["js", "ts"] };

  const configured: readonly Configured[] = [
    {
      app: "nest11-ts",
      packages: ["jest"],
      scripts: { test: "jest" },
      member: { jest: nest },
      file: "src/guards.spec.ts",
      run: "npx jest src/guards.spec.ts",
    },
    {
      app: "express-esm-ts",
      packages: ["jest"],
      files: {
        "jest.config.ts":
          'import type { Config } from "jest";\nconst config: Config = { roots: ["<rootDir>/src"], testMatch: ["**/*.unit.ts"] };\nexport default config;\n',
      },
      file: "src/guards.unit.ts",
      run: "npx jest src/guards.unit.ts",
    },
    {
      app: "sveltekit-ts",
      packages: ["vitest"],
      scripts: { test: "npm run test:unit", "test:unit": "vitest" },
      files: { "vite.config.ts": kit },
      file: "src/guards.test.ts",
      run: "npx vitest run src/guards.test.ts",
    },
    {
      app: "express-esm-ts",
      packages: ["vitest"],
      files: {
        "vitest.config.ts":
          'import { defineConfig } from "vitest/config";\nexport default defineConfig(() => ({ test: { include: ["test/unit/**/*.spec.ts"] } }));\n',
        "test/setup.ts": "",
      },
      file: "test/unit/guards.spec.ts",
      run: "npx vitest run test/unit/guards.spec.ts",
    },
    {
      app: "express-cjs",
      packages: ["@playwright/test", "mocha"],
      scripts: { test: "NODE_ENV=test mocha --timeout 10000 --exit" },
      file: "test/guards.test.mjs",
      run: "npx mocha test/guards.test.mjs",
    },
    {
      app: "express-esm-ts",
      packages: ["mocha", "tsx"],
      scripts: { test: "mocha" },
      files: { ".mocharc.json": '{ "require": "tsx", "spec": "spec/**/*.spec.ts" }' },
      file: "spec/guards.spec.ts",
      run: "npx mocha spec/guards.spec.ts",
    },
    {
      app: "fastify-ts",
      packages: ["tsx"],
      scripts: { test: "tsx --test --test-reporter spec ./test/**/*.ts" },
      file: "test/guards.test.ts",
      run: "npx tsx --test --test-reporter spec test/guards.test.ts",
    },
    {
      // A shell takes the pattern for one folder where that fits a file.
      app: "fastify-ts",
      packages: ["tsx"],
      scripts: { test: "tsx --test ./test/**/*.ts" },
      files: { "test/plugins/cats.test.ts": "" },
      file: "test/guards/guards.ts",
      run: "npx tsx --test test/guards/guards.ts",
    },
    {
      app: "fastify-ts",
      packages: ["tsx"],
      scripts: { test: "tsx --test './test/**/*.ts'" },
      files: { "test/plugins/cats.test.ts": "" },
      file: "test/guards.test.ts",
      run: "npx tsx --test test/guards.test.ts",
    },
    {
      app: "express-esm-js",
      packages: [],
      scripts: { test: "node --test tests/" },
      file: "tests/guards.test.mjs",
      run: "node --test tests/guards.test.mjs",
    },
    {
      app: "express-esm-ts",
      packages: ["@playwright/test"],
      files: {
        "playwright.config.ts":
          'import { defineConfig } from "@playwright/test";\nexport default defineConfig({ testDir: "./browser", testMatch: /.*\\.e2e\\.ts/ });\n',
      },
      file: "e2e/guards.spec.ts",
      run: "npx playwright test e2e/guards.spec.ts",
    },
  ];

  function factsOf({
    app,
    files = {},
    packages,
    scripts = {},
    member = {},
  }: Omit<Configured, "file" | "run">) {
    const folder = copyProject(app);
    const manifest = JSON.parse(read(folder, "package.json"));
    const added = Object.fromEntries(packages.map((name) => [name, "*"]));
    const changed = {
      ...manifest,
      devDependencies: { ...manifest.devDependencies, ...added },
      scripts: { ...manifest.scripts, ...scripts },
      ...member,
    };
    write(folder, { ...files, "package.json": JSON.stringify(changed) });
    return detect(folder);
  }

  test.each(configured)("$app with $packages: $file", ({ file, run: command, ...app }) => {
    const facts = factsOf(app);
    const runner = testRunner(facts);
    const place = testPlace(facts, runner);
    expect([place.file, runCommand(facts, runner, file)]).toEqual([file, command]);
    expect(place.isTaken).toBe(file !== "e2e/guards.spec.ts");
  });

  test("what cannot be read is said", async () => {
    const folder = await appOf("express-esm-ts", {
      "vitest.config.js": "export default { test: { include: patterns } };\n",
    });
    const manifest = JSON.parse(read(folder, "package.json"));
    write(folder, { "package.json": JSON.stringify({ ...manifest, devDependencies: { vitest: "*" } }) });
    const { stderr } = await testInit(folder);
    expect(stderr).toContain(
      "See that vitest takes in test/guards.test.ts: test.include of vitest.config.js cannot be read",
    );
  });

  test("Mocha has its own word for a test", async () => {
    const folder = await appOf("express-cjs");
    const manifest = JSON.parse(read(folder, "package.json"));
    write(folder, { "package.json": JSON.stringify({ ...manifest, devDependencies: { mocha: "*" } }) });
    await testInit(folder);
    expect(read(folder, "test/guards.test.mjs")).toContain('import { it as test } from "mocha";\n');
  });
});

test("an edited file is never overwritten: exit 3; --force replaces it, and undo brings it back", async () => {
  const folder = await appOf("express-esm-js");
  await testInit(folder);
  const file = "test/guards.test.mjs";
  const edited = `${read(folder, file)}// mine\n`;
  write(folder, {
    [file]: edited,
    "server.js": `${read(folder, "server.js")}\napp.get("/more", (req, res) => res.end());\n`,
  });
  expect((await testInit(folder)).code).toBe(3);
  expect(read(folder, file)).toBe(edited);
  expect((await testInit(folder, "--force")).code).toBe(0);
  expect(read(folder, file)).toContain("GET /more");
  expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
  expect(read(folder, file)).toBe(edited);
});

test("a dry run writes nothing; a new route changes a file that nobody edited", async () => {
  const folder = await appOf("express-esm-js");
  const before = snapshotOf(folder);
  const dry = await testInit(folder, "--dry-run");
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining("GET /dashboard")]);
  expect(snapshotOf(folder)).toEqual(before);
  await testInit(folder);
  write(folder, {
    "server.js": `${read(folder, "server.js")}\napp.get("/more", (req, res) => res.end());\n`,
  });
  expect((await testInit(folder)).code).toBe(0);
  expect(read(folder, "test/guards.test.mjs")).toContain("GET /more");
});

describe("N-01: what auth doctor complains of is expected of nobody", () => {
  const admin = { "app/admin/page.tsx": "export default function Admin() {\n  return <p>Admin</p>;\n}\n" };
  const rowOf = async (folder: string) => {
    const { code, stdout, stderr } = await runMain(folder, [
      "test",
      "init",
      "--yes",
      "--json",
      "--no-install",
    ]);
    expect(code, stderr).toBe(0);
    const rows: { route: string; expected: object }[] = JSON.parse(stdout).result.routes;
    return rows.find(({ route }) => route === "GET /admin")?.expected;
  };

  test("a page that the proxy alone guards", async () => {
    const folder = await appOf("next-app-ts", admin, ["add-role", "admin"]);
    const proxy = read(folder, "proxy.ts").replace(
      '"/dashboard/:path*"',
      '"/dashboard/:path*", "/admin/:path*"',
    );
    write(folder, { "proxy.ts": proxy });
    expect(await rowOf(folder)).toEqual({ nobody: "?", user: "?", admin: "?" });
  });

  test("a role in the proxy and none on the page", async () => {
    const folder = await appOf("next-app-ts", {}, ["add-role", "admin"]);
    write(folder, {
      "app/admin/page.tsx":
        'import { auth } from "@/auth";\n\nexport default async function Admin() {\n  await auth.require();\n  return <p>Admin</p>;\n}\n',
      "proxy.ts":
        'import { auth } from "./auth";\n\nexport const proxy = auth.require({ path: "/admin", role: "admin" }, () => {});\n',
    });
    expect(await rowOf(folder)).toEqual({ nobody: "?", user: "?", admin: "?" });
  });

  test("what auth protect has written", async () => {
    const folder = await appOf("next-app-ts", admin, ["add-role", "admin"]);
    expect((await runMain(folder, ["protect", "/admin", "--role", "admin", "--yes"])).code).toBe(0);
    expect(await rowOf(folder)).toEqual({ nobody: 401, user: 403, admin: "in" });
  });

  test("the same under cacheComponents", async () => {
    const config = { "next.config.ts": "export default { cacheComponents: true };\n" };
    const files = { ...admin, ...config };
    const folder = await appOf("next-app-ts", files, ["add-role", "admin"]);
    expect((await runMain(folder, ["protect", "/admin", "--role", "admin", "--yes"])).code).toBe(0);
    expect(await rowOf(folder)).toEqual({ nobody: 401, user: 403, admin: "in" });
    expect((await runMain(folder, ["doctor"])).stdout).not.toContain("/admin");
  });

  test("a guard behind what may answer", async () => {
    const folder = await appOf("express-esm-js");
    const server = read(folder, "server.js").replace(
      /^app\.listen/m,
      "app.use(shop)\napp.use(auth.require({ path: '/admin' }))\napp.get('/admin', (req, res) => res.send('x'))\napp.listen",
    );
    write(folder, { "server.js": server });
    expect(await rowOf(folder)).toEqual({ nobody: "?", user: "?" });
  });
});

describe("N-05b: a store in TypeScript", () => {
  test("Next.js without tsx: it is added, and the script loads it", async () => {
    const folder = await appOf("next-app-ts", {}, ["add-adapter", "kysely", "--no-install"]);
    const { code, stderr } = await runMain(folder, ["test", "init", "--yes", "--no-install"]);
    expect(code, stderr).toBe(0);
    const { scripts, devDependencies } = JSON.parse(read(folder, "package.json"));
    expect(scripts.test).toBe("node --import tsx --test --test-force-exit");
    expect(devDependencies).toMatchObject({ tsx: "^4" });
    expect(stderr).toContain("Install the dependencies: npm install");
  });

  test("Jest, which can have no sessions there: exit 1, and what is open", async () => {
    const folder = await appOf("express-esm-js", {}, ["add-adapter", "kysely", "--no-install"]);
    const data = JSON.parse(read(folder, "package.json"));
    write(folder, { "package.json": JSON.stringify({ ...data, devDependencies: { jest: "^30" } }) });
    const { code, stderr } = await runMain(folder, ["test", "init", "--yes", "--no-install"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Not all of it works yet.")]);
    expect(stderr).not.toContain("Done.");
  });
});

describe("sessions in a database", () => {
  test("the test makes them in the store of the app", async () => {
    const folder = await appOf("express-esm-ts", {}, ["add-adapter", "kysely", "--no-install"]);
    await testInit(folder);
    const text = read(folder, "test/guards.test.mjs");
    expect(text).toContain('await import("../src/auth-store.ts")');
    expect(text).toContain('{ adapter, session: { strategy: "database" } }');
    const { test: script } = JSON.parse(read(folder, "package.json")).scripts;
    expect(script).toBe("node --import tsx --test --test-force-exit");
  });

  test("where the store is not in sight a person puts it in", async () => {
    const folder = await appOf("express-esm-js");
    const auth = read(folder, "auth.js");
    const stored = auth.replace("providers:", "adapter: own(), providers:");
    write(folder, { "auth.js": `const own = () => globalThis.store;\n${stored}` });
    const { stderr } = await testInit(folder);
    expect(read(folder, "test/guards.test.mjs")).toContain("Fill in the adapter");
    expect(stderr).toContain("adapter of your configuration");
  });
});

/** What the written test says of the app as it stands. */
async function outcomeOf(folder: string) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = await startServer(process.execPath, ["--env-file=.env", "server.js"], {
    cwd: folder,
    env: cleanEnv({ PORT: String(port) }),
    url,
  });
  try {
    return await run(process.execPath, ["--test"], {
      cwd: folder,
      env: cleanEnv({ APP_URL: url }),
      timeoutSeconds: 60,
    });
  } finally {
    await app.stop();
  }
}

test("a real Express app: green behind its guards, red without one, red where something is not filled in", async () => {
  const folder = await appOf(
    "express-esm-js",
    {},
    ["protect", "/admin", "--role", "admin", "--force"],
    ["add-role", "admin"],
  );
  const server = read(folder, "server.js");
  const added =
    'app.get("/admin/users", (req, res) => res.send("users"))\n\napp.use((req, res) => res.status';
  const guarded = server
    .replace("app.use((req, res) => res.status", added)
    .replaceAll("4100", "Number(process.env.PORT)");
  write(folder, { "server.js": guarded });
  const env = read(folder, ".env").replace(/^AUTH_ADMINS=.*$/m, "AUTH_ADMINS=ada@example.com");
  write(folder, { ".env": env.replace(/^(AUTH_GITHUB_\w+)=.*$/gm, "$1=test") });
  expect((await testInit(folder)).code).toBe(0);
  mkdirSync(path.join(folder, "node_modules"));
  for (const name of ["express", "cors"])
    symlinkSync(path.join(projectRoot, "node_modules", name), path.join(folder, "node_modules", name));
  symlinkSync(projectRoot, path.join(folder, "node_modules/authwright"));
  const green = await outcomeOf(folder);
  expect(green.code, green.stdout).toBe(0);
  expect(green.stdout).toMatch(/GET \/admin\/users: user gets 403/);
  expect(green.stdout).toMatch(/GET \/admin\/users: admin gets in/);

  write(folder, { "server.js": guarded.replace(/^.*auth\.require\(\{ path.*$/m, "") });
  const red = await outcomeOf(folder);
  expect(red.code).toBe(1);
  expect(red.stdout).toMatch(
    /not ok \d+ - GET \/admin\/users: nobody gets 401|✖ GET \/admin\/users: nobody gets 401/,
  );

  write(folder, { "server.js": guarded });
  const file = "test/guards.test.mjs";
  const filled = read(folder, file);
  write(folder, { [file]: filled.replace(/(GET \/admin\/users(["']), \{ nobody: )401/, "$1$2?$2") });
  expect(read(folder, file)).not.toBe(filled);
  const open = await outcomeOf(folder);
  expect([open.code, open.stdout]).toEqual([1, expect.stringContaining("Fill in what nobody gets")]);
  rmSync(path.join(folder, "node_modules"), { recursive: true });
}, 60_000);

const memberPage = (asked: string, props: string) =>
  `import { auth } from "@/auth";\n\nexport default async function Page(${props}) {\n  await auth.require({ organization: { slug: ${asked} } });\n  return <p>bills</p>;\n}\n`;
const props = "{ params, searchParams }: { params: Promise<{ team: string }>; searchParams: Promise<any> }";
const kitLoad = (asked: string) =>
  `export const load = async ({ locals, params, url }) => {\n  await locals.auth.require({ organization: { slug: ${asked} }, role: "owner" });\n};\n`;

test.each<[name: string, files: Files, rows: Record<string, string>]>([
  [
    "next-app-ts",
    {
      "app/own/[team]/page.tsx": memberPage("(await params).team", props),
      "app/other/[team]/page.tsx": memberPage("(await searchParams).team", props),
      "app/below/[team]/layout.tsx": memberPage("(await params).team", props),
      "app/below/[team]/bills/page.tsx": memberPage("(await params).team", props),
      "app/part/[team]/page.tsx": memberPage("(await params).team", props).replace(
        "  await",
        "  if (!params) await",
      ),
    },
    {
      "GET /own/guard-test": "401 404 in in in",
      "GET /own/guard-test-none": "401 404 404 404 404",
      "GET /below/guard-test/bills": "401 404 in in in",
      "GET /other/:team": "? ?",
      "GET /part/:team": "? ?",
    },
  ],
  [
    "sveltekit-ts",
    {
      "src/routes/own/[team]/+page.svelte": "<p>bills</p>\n",
      "src/routes/own/[team]/+page.server.ts": kitLoad("params.team"),
      "src/routes/other/[team]/+page.svelte": "<p>bills</p>\n",
      "src/routes/other/[team]/+page.server.ts": kitLoad('url.searchParams.get("team")'),
    },
    { "GET /own/guard-test": "401 404 in 403 403", "GET /other/:team": "? ?" },
  ],
])(
  "members by value, in %s: by the parameter of the route, and by nothing else",
  async (name, files, rows) => {
    const store = ["--adapter", "kysely", "--dialect", "sqlite", "--no-install"];
    const folder = await appOf(name, files, [
      "add-plugin",
      "organizations",
      "--transport",
      "nodemailer",
      ...store,
    ]);
    expect(await rowsOf(folder)).toMatchObject(rows);
    const [, links = ""] = /const links.*= \[(.*)\]/.exec(read(folder, "test/guards.test.mjs")) ?? [];
    expect(links).toContain("GET /own/guard-test");
  },
);

test("members of organisations: green behind the guard, red without it", async () => {
  const folder = await appOf(
    "express-esm-js",
    {},
    ["add-provider", "resend", "--no-install"],
    ["add-plugin", "organizations", "--adapter", "kysely", "--dialect", "sqlite", "--no-install"],
    ["protect", "/teams/:team", "--organization", "team", "--role", "owner,admin", "--force"],
  );
  const added = `app.get("/teams/:id/bills", (req, res) => res.send("bills"))
app.post("/teams/:id", (req, res) => res.send("made"))
app.get("/read/:team", auth.require({ organization: "team", can: "invoice:read" }), (req, res) => res.send("read"))
app.get("/pay/:team", auth.require({ organization: "team", can: "member:role" }), (req, res) => res.send("pay"))

app.use((req, res) => res.status`;
  const guarded = read(folder, "server.js")
    .replace("app.use((req, res) => res.status", added)
    .replaceAll("4100", "Number(process.env.PORT)");
  write(folder, { "server.js": guarded });
  write(folder, {
    ".env": read(folder, ".env").replace(/^((?:AUTH_GITHUB_|AUTH_RESEND_)\w+)=.*$/gm, "$1=test"),
  });
  expect(await rowsOf(folder)).toMatchObject({
    "GET /teams/guard-test/bills": "401 404 in in 403",
    "GET /teams/guard-test-none/bills": "401 404 404 404 404",
    "POST /teams/guard-test": "401 404 skip skip 403",
    "GET /read/guard-test": "401 404 in in in",
    "GET /pay/guard-test": "401 404 in in 403",
  });
  mkdirSync(path.join(folder, "node_modules"));
  for (const name of ["express", "cors", "kysely", "@libsql"])
    symlinkSync(path.join(projectRoot, "node_modules", name), path.join(folder, "node_modules", name));
  symlinkSync(projectRoot, path.join(folder, "node_modules/authwright"));
  const green = await outcomeOf(folder);
  expect(green.code, green.stdout).toBe(0);
  expect(green.stdout).toMatch(/GET \/teams\/guard-test\/bills: stranger gets 404/);

  write(folder, { "server.js": guarded.replace(/^.*auth\.require\(\{ path.*$/m, "") });
  const red = await outcomeOf(folder);
  expect(red.code).toBe(1);
  for (const one of ["nobody gets 401", "stranger gets 404", "member gets 403"])
    expect(red.stdout).toMatch(new RegExp(`(?:not ok \\d+ -|✖) GET /teams/guard-test/bills: ${one}`));
  expect(red.stdout).toMatch(/(?:not ok \d+ -|✖) GET \/teams\/guard-test-none\/bills: admin gets 404/);
  rmSync(path.join(folder, "node_modules"), { recursive: true });
}, 60_000);

describe("of what is no source of the app, and of large files", () => {
  // As a bundle reads: each name takes the others, and an application is at the end of every way.
  const tangle = (lines: number): string => {
    const names = Array.from({ length: 40 }, (_, at) => `r${at}`);
    const pick = (at: number) => names[(at * 7919) % names.length];
    return [
      'import express, { Router } from "express";',
      "const root = express();",
      ...names.map((name) => `const ${name} = Router();`),
      ...names.map((name) => `root.use("/${name}", ${name});`),
      ...Array.from({ length: lines }, (_, at) => `${pick(at)}.use("/p${at}", ${pick(at * at + 3)});`),
      ...names.map((name) => `${name}.get("/x", (req, res) => res.send("x"));`),
    ].join("\n");
  };

  test("the file of Yarn Plug'n'Play is not read, nor any that is hidden", async () => {
    const folder = await appOf("express-esm-ts", { ".pnp.cjs": tangle(9), ".tool.cjs": tangle(9) });
    expect(Object.keys(await rowsOf(folder)).filter((route) => route.includes("/r"))).toEqual([]);
  });

  test("thousands of routers that take each other are read in seconds", async () => {
    const folder = copyProject("express-esm-ts");
    write(folder, { "src/tangle.ts": tangle(3000) });
    const before = performance.now();
    const { code, stderr } = await runMain(folder, ["init", "--provider", "github", "--no-install", "--yes"]);
    expect(code, stderr).toBe(0);
    expect((performance.now() - before) / 1000).toBeLessThan(15);
  });
});
