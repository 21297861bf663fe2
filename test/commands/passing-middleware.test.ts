/** RA2-B7: middleware that stands in another file, judged by what it does. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { handsOn } from "../../src/cli/source/routes/passing.js";
import { locateServer } from "../../src/cli/source/routes/application.js";
import { Names, type OpenModule } from "../../src/cli/source/names/names.js";
import { parse, ts } from "../../src/cli/source/syntax/syntax.js";
import { application } from "../../src/templates/frameworks/express/plan.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

/** `app.use(given)` with `given` of another file. */
function passes(given: string, other: string): boolean {
  const open: OpenModule = (_from, specifier) =>
    specifier === "./other.js" ? { file: "other.ts", text: other } : undefined;
  const root = parse(`import { given, make } from "./other.js";\napp.use(${given});\n`, "server.ts");
  const [, statement] = root.statements;
  if (!statement || !ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression))
    throw new Error("no call");
  const [argument] = statement.expression.arguments;
  return handsOn(argument!, { isOurs: () => false, names: new Names(open) });
}

const handing: readonly [string, string, string][] = [
  [
    "passport's session by its other name",
    'passport.authenticate("session")',
    'import passport from "passport";',
  ],
  [
    "a function that logs",
    "given",
    "export const given = async (c, next) => {\n  await next();\n  console.log(c.res.status);\n};",
  ],
  [
    "one with the type of Hono",
    "given",
    'import type { MiddlewareHandler } from "hono";\nexport const given: MiddlewareHandler = async (c, next) => {\n  c.set("at", 1);\n  return next();\n};',
  ],
  [
    "a call of a known package",
    "given",
    'import limit from "express-rate-limit";\nexport const given = limit({ max: 5 });',
  ],
  [
    "a package that is required",
    "given",
    'const limit = require("express-rate-limit");\nmodule.exports.given = limit({ max: 5 });',
  ],
  [
    "one that refuses",
    "given",
    'export function given(req, res, next) {\n  if (req.headers.origin) return res.status(403).json({ error: "no" });\n  next();\n}',
  ],
  [
    "one that refuses in Hono",
    "given",
    'export const given = async (c, next) => (c.req.header("x") ? c.json({ error: "no" }, 429) : next());',
  ],
  [
    "a function that returns one",
    "make()",
    "export function make() {\n  return (req, res, next) => {\n    req.at = 1;\n    next();\n  };\n}",
  ],
  [
    "one of createMiddleware",
    "given",
    'import { createMiddleware } from "hono/factory";\nexport const given = createMiddleware(async (c, next) => {\n  await next();\n});',
  ],
  [
    "a re-export under another name",
    "given",
    'import { logger } from "hono/logger";\nconst log = logger();\nexport { log as given };',
  ],
];
const answering: readonly [string, string, string][] = [
  ["a strategy of passport", 'passport.authenticate("local")', 'import passport from "passport";'],
  [
    "one that answers",
    "given",
    'export const given = (req, res, next) => (req.path === "/x" ? res.json({ a: 1 }) : next());',
  ],
  [
    "one that sends a number that is no status",
    "given",
    "export const given = (req, res, next) => (req.path ? res.json({ limit: 500 }) : next());",
  ],
  ["a router", "given", 'import { Router } from "express";\nexport const given = Router();'],
  ["a 404 for all", "given", "export const given = (req, res, next) => next(new Error('404'));"],
  [
    "a handler of errors",
    "given",
    "export const given = (error, req, res, next) => {\n  if (res.headersSent) return next();\n  res.status(500).end();\n};",
  ],
  ["one of a package that nobody knows", "given", 'export { given } from "some-package";'],
  ["files", "given", 'import express from "express";\nexport const given = express.static("public");'],
];

describe("RA2-B7: middleware of another file", () => {
  it.each(handing)("hands on: %s", (_what, given, other) => expect(passes(given, other)).toBe(true));
  it.each(answering)("may answer: %s", (_what, given, other) => expect(passes(given, other)).toBe(false));

  it("stays in front of the endpoints of Express, as a limit of tries has to", () => {
    const text =
      'import express from "express";\nimport { limiter } from "./limiter.js";\n\nconst app = express();\napp.use(limiter);\napp.get("/", (req, res) => res.send("home"));\n';
    const open: OpenModule = () => ({
      file: "limiter.js",
      text: 'import rateLimit from "express-rate-limit";\nexport const limiter = rateLimit({ max: 5 });\n',
    });
    const located = locateServer(text, "server.ts", application, open);
    expect(located.kind === "found" && text.slice(0, located.place.after).endsWith("app.use(limiter);")).toBe(
      true,
    );
  });

  /** A server with a middleware of another file in front of cors(), set up. */
  async function server(logging: string): Promise<string> {
    const folder = copyProject("hono-ts");
    mkdirSync(path.join(folder, "src"), { recursive: true });
    writeFileSync(path.join(folder, "src/logging.ts"), logging);
    writeFileSync(
      path.join(folder, "src/index.ts"),
      'import { serve } from "@hono/node-server";\nimport { Hono } from "hono";\nimport { cors } from "hono/cors";\nimport { logging } from "./logging.js";\n\nconst app = new Hono();\napp.use(logging);\napp.use(cors());\napp.get("/orders", (c) => c.text("1"));\nserve(app);\n',
    );
    expect((await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"])).code).toBe(0);
    return folder;
  }

  it("auth protect writes its guard behind it, and behind cors()", async () => {
    const folder = await server(
      'import type { MiddlewareHandler } from "hono";\n\nexport const logging: MiddlewareHandler = async (c, next) => {\n  console.log(c.req.path);\n  await next();\n};\n',
    );
    const { code, stderr } = await runMain(folder, ["protect", "/orders", "--yes"]);
    expect(code, stderr).toBe(0);
    const text = readFileSync(path.join(folder, "src/index.ts"), "utf8");
    expect(text.indexOf("auth.require({")).toBeGreaterThan(text.indexOf("app.use(cors())"));
  });

  it("in front of what may answer, the advice names cors() too", async () => {
    const folder = await server('export { logging } from "some-package";\n');
    const { code, stderr } = await runMain(folder, ["protect", "/orders", "--yes"]);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(
        "app.use(logging) may answer below /orders: write the guard in front of it, and app.use(cors()) in front of both",
      ),
    ]);
  });
});
