/** RA2-B6, RA2-B8: the addresses of routes, with what stands in front of them and wherever it is written. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { survey } from "../../src/commands/steps/read-survey.js";
import { supportOf } from "../../src/templates/frameworks/index.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

type Files = Readonly<Record<string, string>>;

function project(fixture: string, files: Files): string {
  const folder = copyProject(fixture);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

/** Each route of an app; a question mark behind those whose address is not in sight. */
async function routesOf(fixture: string, files: Files): Promise<readonly string[]> {
  const facts = await detectConfigured(project(fixture, files));
  const [framework] = facts.frameworks;
  const routes = await supportOf(framework!).routes!(await survey(facts, {}));
  return routes.map(({ method, path: address, isUnread }) => `${method} ${address}${isUnread ? " ?" : ""}`);
}

const hono = (code: string, imports = ""): Files => ({
  "src/index.ts": `import { Hono } from "hono";\n${imports}\n${code}\nexport default app;\n`,
});
const express = (code: string, imports = ""): Files => ({
  "src/server.ts": `import express, { Router } from "express";\n${imports}\nconst app = express();\n${code}\napp.listen(3000);\n`,
});
const orders = 'const orders = new Hono();\norders.get("/", (c) => c.text("orders"));';
const fastify = (code: string, above: string): Files => ({
  "src/app.ts": `import Fastify, { type FastifyInstance } from "fastify";\n${above}\nconst app = Fastify();\n${code}\nawait app.listen({ port: 3000 });\n`,
  "src/products.ts": "export {};\n",
});
const plugin = (address: string): string =>
  `export default async (app: any) => {\n  app.get("${address}", async () => "1");\n};\n`;
const factory = (name: string, address: string): string =>
  `import { Router } from "express";\nexport function ${name}(deps?: unknown) {\n  const router = Router();\n  router.get("${address}", (req, res) => res.send("1"));\n  return router;\n}\n`;
const router = 'const orders = Router();\norders.get("/:id", (req, res) => res.send("one"));';

const servers: readonly [string, string, Files, readonly string[]][] = [
  [
    "hono-ts",
    "on, with lists of methods and paths",
    hono(
      'const app = new Hono();\napp.on(["GET", "PUT"], ["/a", "/b"], (c) => c.text("a"));\napp.on("PURGE", "/c", (c) => c.text("c"));',
    ),
    ["GET /a", "GET /b", "PUT /a", "PUT /b"],
  ],
  [
    "hono-ts",
    "a chain that is moved below a path behind its first calls",
    hono(
      'const app = new Hono().get("/a", (c) => c.text("a")).basePath("/api").get("/b", (c) => c.text("b"));\napp.get("/c", (c) => c.text("c"));',
    ),
    ["GET /api/b", "GET /a", "GET /api/c"],
  ],
  [
    "fastify-ts",
    "a list of methods in an object",
    {
      "src/app.ts":
        'import Fastify from "fastify";\nconst app = Fastify();\napp.route({ method: ["GET", "POST"], url: "/tickets", handler: async () => [] });\nawait app.listen({ port: 3000 });\n',
    },
    ["GET /tickets", "POST /tickets", "GET / ?"],
  ],
  [
    "express-esm-ts",
    "a function of a file that names no package",
    {
      ...express("flights(app);", 'import { flights } from "./flights.js";'),
      "src/flights.ts":
        'export const flights = (app: any) => {\n  app.get("/flights", (req, res) => res.json([]));\n};\n',
    },
    ["GET /flights"],
  ],
  [
    "hono-ts",
    "basePath on the way",
    hono(`const app = new Hono();\n${orders}\napp.basePath("/api/v2").route("/orders", orders);`),
    ["GET /api/v2/orders"],
  ],
  [
    "hono-ts",
    "basePath on the way to a route, and in a chain of them",
    hono(
      'const app = new Hono();\napp.basePath("/v1").get("/a", (c) => c.text("a")).basePath("/b").get("/c", (c) => c.text("c"));',
    ),
    ["GET /v1/b/c", "GET /v1/a"],
  ],
  [
    "hono-ts",
    "a variable for the application below a path",
    hono(
      `const app = new Hono();\n${orders}\nconst v2 = app.basePath("/api/v2");\nv2.route("/orders", orders);`,
    ),
    ["GET /api/v2/orders"],
  ],
  [
    "hono-ts",
    "a constant of another file",
    {
      ...hono(
        `const app = new Hono().basePath(paths.api);\n${orders}\napp.route(\`/\${paths.orders}\`, orders);`,
        'import { paths } from "./paths.js";',
      ),
      "src/paths.ts":
        'const root = "/api";\nexport const paths = { api: root + "/v2", orders: "orders" } as const;\n',
    },
    ["GET /api/v2/orders"],
  ],
  [
    "express-esm-ts",
    "createServer of node:http",
    express(
      `${router}\napp.use("/api/orders", orders);\nconst server = http.createServer(app);\nhttps.createServer({}, app);`,
      'import http from "node:http";\nimport https from "node:https";',
    ),
    ["GET /api/orders/:id"],
  ],
  [
    "express-esm-ts",
    "something else that is given the application",
    express(
      `${router}\napp.use("/api/orders", orders);\nserver.on("request", app);\ndocs.setup(app);\nplugin.register(app);`,
      'import { server, docs, plugin } from "things";',
    ),
    ["GET /api/orders/:id"],
  ],
  [
    "express-esm-ts",
    "a list of paths",
    express(`${router}\napp.use(["/a", "/b"], orders);\napp.get(["/x", "/y"], (req, res) => res.send("1"));`),
    ["GET /a/:id", "GET /b/:id", "GET /x", "GET /y"],
  ],
  [
    "express-esm-ts",
    "an enum and a class",
    express(
      `enum Path { Orders = "/orders" }\nclass Routes {\n  static readonly one = \`\${Path.Orders}/one\`;\n}\napp.get(Path.Orders, (req, res) => res.send("1"));\napp.get(Routes.one, (req, res) => res.send("1"));`,
    ),
    ["GET /orders", "GET /orders/one"],
  ],
  [
    "express-esm-ts",
    "paths that only a run knows",
    express(
      `${router}\napp.use(config.prefix, orders);\napp.get(/^\\/x/, (req, res) => res.send("1"));`,
      'import { config } from "config";',
    ),
    ["GET /:id ?", "GET /path-of-line-7 ?"],
  ],
  [
    "express-cjs",
    "routers that are required in place",
    {
      "app.js": `const express = require("express");
const app = express();
app.use("/auth", require("./routes/auth"));
app.use("/orders", require("./routes/orders").orders);
require("./routes/reports")(app);
app.listen(3000);
`,
      "routes/auth.js": `const { Router } = require("express");
const router = Router();
router.post("/login", (req, res) => res.send("1"));
module.exports = router;
`,
      "routes/orders.js": `const express = require("express");
const orders = express.Router();
orders.get("/:id", (req, res) => res.send("1"));
module.exports = { orders };
`,
      "routes/reports.js": `const express = require("express");
module.exports = (app) => {
  app.get("/reports", (req, res) => res.send("1"));
};
`,
    },
    ["POST /auth/login", "GET /orders/:id", "GET /reports"],
  ],
  [
    "fastify-ts",
    "a plugin that is imported in place",
    {
      "src/server.ts":
        'import Fastify from "fastify";\n\nconst app = Fastify();\napp.register(import("./orders.js"), { prefix: "/orders" });\nawait app.register((await import("./people.js")).people, { prefix: "/people" });\nawait app.listen({ port: 3000 });\n',
      "src/app.ts": "export {};\n",
      "src/products.ts": "export {};\n",
      "src/orders.ts":
        'import type { FastifyInstance } from "fastify";\n\nexport default async function orders(app: FastifyInstance) {\n  app.get("/", async () => "1");\n}\n',
      "src/people.ts":
        'import type { FastifyInstance } from "fastify";\n\nexport async function people(app: FastifyInstance) {\n  app.get("/:id", async () => "1");\n}\n',
    },
    ["GET /orders", "GET /people/:id"],
  ],
  [
    "fastify-ts",
    "a prefix that is a constant",
    {
      "src/app.ts":
        'import Fastify from "fastify";\n\nconst prefix = "/api/v1";\nconst app = Fastify();\napp.register(async (api) => {\n  api.get("/orders", async () => "1");\n}, { prefix });\nawait app.listen({ port: 3000 });\n',
    },
    ["GET /api/v1/orders", "GET / ?"],
  ],
  [
    "fastify-ts",
    "options of plugins that stand elsewhere, that are spread, that a function gives",
    fastify(
      "app.register(one, options);\napp.register(one, { ...options, prefix: `/b` });\napp.register(one, { ...options });\napp.register(one, () => ({ prefix: '/c' }));\napp.register(one, made());",
      "const options = { prefix: '/a' };\nasync function one(api: FastifyInstance) {\n  api.get('/x', async () => '1');\n}",
    ),
    ["GET /a/x", "GET /b/x", "GET /a/x", "GET /c/x", "GET /x ?"],
  ],
  [
    "fastify-ts",
    "plugins in fastify-plugin, with their prefix that does nothing",
    {
      ...fastify(
        "app.register(fp(orders), { prefix: '/none' });\napp.register(people);",
        "import fp from 'fastify-plugin';\nimport orders from './orders.js';\nimport people from './people.js';",
      ),
      "src/orders.ts":
        "export default async function orders(app: any) {\n  app.get('/orders', async () => '1');\n}\n",
      "src/people.ts":
        "import fp from 'fastify-plugin';\n\nexport default fp(async (app) => {\n  app.get('/people', async () => '1');\n});\n",
    },
    ["GET /orders", "GET /people"],
  ],
  [
    "fastify-ts",
    "folders of @fastify/autoload",
    {
      ...fastify(
        "app.register(AutoLoad, { dir: path.join(import.meta.dirname, 'routes'), options: { prefix: '/api' } });\napp.register(AutoLoad, { dir: here, dirNameRoutePrefix: false, options: Object.assign({}, {}) });\napp.register(AutoLoad, { dir: fileURLToPath(new URL('./teams', import.meta.url)), routeParams: true });",
        "import AutoLoad from '@fastify/autoload';\nimport path, { dirname, join } from 'node:path';\nimport { fileURLToPath } from 'node:url';\n\nconst __dirname = dirname(fileURLToPath(import.meta.url));\nconst here = join(__dirname, 'more');",
      ),
      "src/routes/root.ts": plugin("/x"),
      "src/routes/orders/index.ts": plugin("/:id"),
      "src/routes/orders/helpers.ts": plugin("/not-loaded"),
      "src/routes/people/all.ts": `export const autoPrefix = "/folk";\n${plugin("/")}`,
      "src/more/deep/cats.ts": plugin("/cats"),
      "src/teams/_id/members.ts": plugin("/members"),
    },
    ["GET /api/x", "GET /cats", "GET /api/orders/:id", "GET /api/folk", "GET /:id/members"],
  ],
  [
    "fastify-js",
    "a folder of @fastify/autoload in CommonJS",
    {
      "server.js":
        'const Fastify = require("fastify");\nconst path = require("node:path");\n\nconst app = Fastify();\napp.register(require("@fastify/autoload"), { dir: path.join(__dirname, "routes") });\napp.listen({ port: 3000 });\n',
      "routes/orders/index.js":
        'module.exports = async function (fastify, opts) {\n  fastify.get("/", async () => "1");\n};\n',
    },
    ["GET /orders"],
  ],
  [
    "fastify-ts",
    "a folder of @fastify/autoload that only a run knows",
    {
      ...fastify(
        "app.register(AutoLoad, { dir: process.env.ROUTES });",
        "import AutoLoad from '@fastify/autoload';",
      ),
      "src/routes/root.ts": plugin("/x"),
    },
    ["GET /path-of-line-4 ?"],
  ],
  [
    "express-esm-ts",
    "routers that functions of other files make",
    {
      ...express(
        'const people = makePeople();\napp.use("/orders", makeOrders(1));\napp.use("/people", people);\napp.use("/both", makeFirst(), makeSecond());',
        'import { makeOrders } from "./orders.js";\nimport { makePeople } from "./people.js";\nimport { makeFirst, makeSecond } from "./both.js";',
      ),
      "src/orders.ts": factory("makeOrders", "/:id"),
      "src/people.ts":
        'import { Router } from "express";\n\nexport const makePeople = () => Router().get("/all", (req, res) => res.send("1"));\n',
      // Which of them is whose is not told apart.
      "src/both.ts": `${factory("makeFirst", "/1")}${factory("makeSecond", "/2").replace(/^.*\n/, "")}`,
    },
    ["GET /1 ?", "GET /2 ?", "GET /orders/:id", "GET /people/all"],
  ],
  [
    "hono-ts",
    "routers that functions of other files make",
    {
      ...hono(
        'const app = new Hono();\napp.route("/orders", makeOrders());',
        'import { makeOrders } from "./orders.js";',
      ),
      "src/orders.ts":
        'import { Hono } from "hono";\n\nexport function makeOrders() {\n  return new Hono().get("/:id", (c) => c.text("1"));\n}\n',
    },
    ["GET /orders/:id"],
  ],
  [
    "express-esm-ts",
    "optional parts",
    express(
      'app.get("/a/:id?", (req, res) => res.send("1"));\napp.get("/b{/:id}/c", (req, res) => res.send("1"));\napp.get("/:d(\\\\d+)?", (req, res) => res.send("1"));',
    ),
    ["GET /a", "GET /a/:id", "GET /b/c", "GET /b/:id/c", "GET /", "GET /:d"],
  ],
  [
    "fastify-ts",
    "folders and prefixes that lead to themselves, or hold each other four times",
    {
      "src/loops.ts": [
        'import autoload from "@fastify/autoload";',
        'import Fastify from "fastify";',
        "const app = Fastify();",
        "const one: string = two, two: string = one;",
        "app.register(autoload, { dir: one });",
        "const o0 = {};",
        ...Array.from({ length: 20 }, (_, at) => `const o${at + 1} = { ${`...o${at}, `.repeat(4)}};`),
        'app.register(async (part) => void part.get("/x", async () => 1), o20);',
      ].join("\n"),
    },
    ["GET /", "GET /x ?", "GET /products", "GET /path-of-line-5 ?"],
  ],
  [
    "express-esm-ts",
    "thirty optional parts, which are a thousand million addresses",
    express(`app.get("/a${"/:id?".repeat(30)}", (req, res) => res.send("1"));`),
    ["GET /path-of-line-4 ?"],
  ],
  [
    "koa-ts",
    "koa-mount",
    {
      "src/app.ts":
        'import Koa from "koa";\nimport Router from "@koa/router";\nimport mount from "koa-mount";\n\nconst app = new Koa();\nconst router = new Router();\nrouter.get("/x", (ctx) => {\n  ctx.body = "1";\n});\napp.use(mount("/api", router.routes()));\napp.listen(3000);\n',
    },
    ["GET /api/x"],
  ],
];

describe("RA2-B6: what stands in front of a route", () => {
  it.each(servers)("%s: %s", async (fixture, _what, files, routes) => {
    expect(await routesOf(fixture, files)).toEqual(routes);
  });

  it("auth protect guards the address, and not the one without its beginning", async () => {
    const folder = project(
      "hono-ts",
      hono(`const app = new Hono();\n${orders}\napp.basePath("/api/v2").route("/orders", orders);`),
    );
    const made = await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
    expect(made.code, made.stderr).toBe(0);
    const wrong = await runMain(folder, ["protect", "/orders", "--yes"]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("Nothing of this app answers at /orders."),
    ]);
    expect((await runMain(folder, ["protect", "/api/v2/orders", "--yes"])).code).toBe(0);
    expect(readFileSync(path.join(folder, "src/index.ts"), "utf8")).toContain(
      'auth.require({ path: "/api/v2/orders" })',
    );
  });
});

const controller = (decorator: string, handlers: string, imports = ""): string =>
  `import { Controller, Delete, Get, Post } from "@nestjs/common";\n${imports}\n${decorator}\nexport class UsersController {\n${handlers}\n}\n`;
const routesFile =
  'const users = "users";\nexport const routes = { version: "v1", users: { root: users, one: `${users}/:id` } };\n';
const nest = (code: string): Files => ({ "src/app.controller.ts": code, "src/routes.ts": routesFile });
const imported = 'import { routes } from "./routes.js";';

const controllers: readonly [string, Files, readonly string[]][] = [
  [
    "constants of another file",
    nest(
      controller(
        "@Controller(routes.version)",
        "  @Get(routes.users.root)\n  all() {}\n  @Delete(routes.users.one)\n  one() {}",
        imported,
      ),
    ),
    ["GET /v1/users", "DELETE /v1/users/:id"],
  ],
  [
    "an object, lists and nothing",
    nest(
      controller(
        '@Controller({ path: ["a", "b"] })',
        '  @Get()\n  all() {}\n  @Post(["x", routes.version])\n  one() {}',
        imported,
      ),
    ),
    ["GET /a", "GET /b", "POST /a/x", "POST /b/x", "POST /a/v1", "POST /b/v1"],
  ],
  [
    "what only a run knows",
    nest(
      controller(
        "@Controller(pathOf('users'))",
        "  @Get()\n  all() {}\n  @Get('own')\n  own() {}",
        'import { pathOf } from "paths";',
      ),
    ),
    ["GET /path-of-line-5 ?", "GET /path-of-line-7 ?"],
  ],
];

describe("RA2-B8: addresses of controllers", () => {
  it.each(controllers)("%s", async (_what, files, routes) => {
    expect(await routesOf("nest11-ts", files)).toEqual(routes);
  });

  it("a prefix of the whole app that is a constant", async () => {
    const main =
      'import { NestFactory } from "@nestjs/core";\nimport { AppModule } from "./app.module.js";\nimport { routes } from "./routes.js";\n\nconst app = await NestFactory.create(AppModule);\napp.setGlobalPrefix(routes.version);\nawait app.listen(3000);\n';
    const files = {
      ...nest(controller('@Controller("users")', "  @Get()\n  all() {}")),
      "src/main.ts": main,
    };
    expect(await routesOf("nest11-ts", files)).toEqual(["GET /v1/users"]);
  });

  it.each([
    ["app.enableVersioning();", ["GET /v2/users", "POST /users"]],
    [
      'app.enableVersioning({ type: VersioningType.URI, prefix: "ver-", defaultVersion: "1" });',
      ["GET /ver-2/users", "POST /ver-1/users"],
    ],
    ['app.enableVersioning({ type: VersioningType.HEADER, header: "x" });', ["GET /users", "POST /users"]],
    ["app.enableVersioning({ defaultVersion: VERSION_NEUTRAL });", ["GET /v2/users", "POST /users"]],
  ])("versions: %s", async (versioning, routes) => {
    const main = `import { NestFactory } from "@nestjs/core";\nimport { AppModule } from "./app.module.js";\n\nconst app = await NestFactory.create(AppModule);\n${versioning}\nawait app.listen(3000);\n`;
    const code = controller(
      '@Controller("users")',
      '  @Version("2")\n  @Get()\n  all() {}\n  @Post()\n  one() {}',
    );
    expect(await routesOf("nest11-ts", { ...nest(code), "src/main.ts": main })).toEqual(routes);
  });

  const list = "  @Get()\n  all() {}";
  const moduleText = (name: string, listed: string) =>
    `import { Module } from "@nestjs/common";\nimport { ${listed} } from "./app.controller.js";\n\n@Module({ controllers: [${listed}] })\nexport class ${name} {}\n`;
  const registered = (tree: string, more = "") =>
    `import { Module } from "@nestjs/common";\nimport { RouterModule } from "@nestjs/core";\n${more}\n@Module({ imports: [RouterModule.register(${tree})] })\nexport class AppModule {}\n`;

  it.each([
    ["by a path", '[{ path: "admin", module: UsersModule }]', "", ["GET /admin/users"]],
    [
      "below a parent",
      '[{ path: "v1", children: [{ path: "/admin/", module: UsersModule }] }]',
      "",
      ["GET /v1/admin/users"],
    ],
    [
      "as a child without a path",
      '[{ path: "v1", module: Other, children: [UsersModule] }]',
      "",
      ["GET /v1/users"],
    ],
    [
      "by a constant of the file",
      "tree",
      'const tree = [{ path: "admin", module: UsersModule }];\n',
      ["GET /admin/users"],
    ],
    ["another module alone", '[{ path: "admin", module: Other }]', "", ["GET /users"]],
    ["by what only a run knows", "treeOf()", "", ["GET /path-of-line-5 ?"]],
  ])("a module that is placed %s", async (_how, tree, more, routes) => {
    const files = {
      ...nest(controller('@Controller("users")', list)),
      "src/users.module.ts": moduleText("UsersModule", "UsersController"),
      "src/app.module.ts": registered(tree, more),
    };
    expect(await routesOf("nest11-ts", files)).toEqual(routes);
  });

  it.each([
    ['["users"]', "GET /users"],
    ['["/users/"]', "GET /users"],
    ['[{ path: "users", method: RequestMethod.GET }]', "GET /users"],
    ['[{ path: "users", method: RequestMethod.POST }]', "GET /api/users"],
    ['["user"]', "GET /api/users"],
    ['["users{/*rest}"]', "GET /path-of-line-5 ?"],
    ["left", "GET /path-of-line-5 ?"],
  ])("a prefix of the whole app without %s", async (exclude, route) => {
    const main = `import { NestFactory } from "@nestjs/core";\nimport { AppModule } from "./app.module.js";\n\nconst app = await NestFactory.create(AppModule);\napp.setGlobalPrefix("api", { exclude: ${exclude} });\nawait app.listen(3000);\n`;
    const files = { ...nest(controller('@Controller("users")', list)), "src/main.ts": main };
    expect(await routesOf("nest11-ts", files)).toEqual([route]);
  });

  it("auth protect names handlers whose addresses are not in sight", async () => {
    const folder = project("nest11-ts", controllers[2]![1]);
    expect((await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"])).code).toBe(0);
    const refused = await runMain(folder, ["protect", "/users", "--yes"]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining("src/app.controller.ts:5, src/app.controller.ts:7"),
    ]);
  });
});
