/** RA2-B2: guards of an app that refuse forms without a token of their own, and the forms of sign-in. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { survey } from "../../src/commands/steps/read-survey.js";
import { locateServer } from "../../src/cli/source/routes/application.js";
import { application } from "../../src/templates/frameworks/express/plan.js";
import { checkProject } from "../../src/commands/doctor/static.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

type Files = Readonly<Record<string, string>>;

function project(fixture: string, files: Files): string {
  const folder = copyProject(fixture);
  for (const [file, text] of Object.entries(files)) write(folder, file, text);
  return folder;
}
function write(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const init = (folder: string) => runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
async function found(folder: string): Promise<readonly string[]> {
  const all = await checkProject(await survey(await detectConfigured(folder), {}));
  return all.flatMap(({ code, line, fix }) => (code === "AUTH_D_CSRF_GUARD" ? [`${line}: ${fix}`] : []));
}

const express = (imports: string, code: string): Files => ({
  "src/server.ts": `import express from "express";\nimport session from "express-session";\n${imports}\n\nconst app = express();\napp.use(session({ secret: "1" }));\n${code}\napp.get("/", (req, res) => res.send("home"));\napp.listen(3000);\n`,
});

/** The guard, as the line says it that the endpoints come in front of. */
const inFront: readonly [string, string, string][] = [
  ["lusca", 'import lusca from "lusca";', "app.use(lusca.csrf());"],
  ["lusca as an option", 'import lusca from "lusca";', "app.use(lusca({ csrf: true }));"],
  ["csurf", 'import csurf from "csurf";', "app.use(csurf({ cookie: true }));"],
  ["a variable", 'import protect from "csurf";', "const forms = protect();\napp.use(forms);"],
  [
    "csrf-csrf",
    'import { doubleCsrf } from "csrf-csrf";',
    "const { doubleCsrfProtection } = doubleCsrf({ getSecret: () => '1' });\napp.use(doubleCsrfProtection);",
  ],
  [
    "a function around it",
    'import lusca from "lusca";',
    'app.use((req, res, next) => (req.path === "/upload" ? next() : lusca.csrf()(req, res, next)));',
  ],
  ["another file", 'import { csrfGuard } from "./guards.js";', "app.use(csrfGuard);"],
];

const behind: readonly [string, string, string][] = [
  [
    "what only shows a token",
    "",
    "app.use((req, res, next) => {\n  res.locals.csrf = req.csrfToken();\n  next();\n});",
  ],
  ["what is off", 'import lusca from "lusca";', "app.use(lusca({ csrf: false, xframe: 'DENY' }));"],
];

describe("RA2-B2: auth init puts the endpoints in front", () => {
  /** Where the lines go, in a server with this code. */
  const placeIn = (imports: string, code: string) => {
    const [[file = "", text = ""] = []] = Object.entries(express(imports, code));
    const located = locateServer(text, file, application);
    return { text, after: located.kind === "found" ? located.place.after : undefined };
  };

  it.each(inFront)("of %s", (_what, imports, code) => {
    const { text, after } = placeIn(imports, code);
    const guard = text.indexOf(code.split("\n").at(-1) ?? "");
    expect(text.slice(0, guard).trimEnd()).toHaveLength(after ?? 0);
  });

  it.each(behind)("and behind %s", (_what, imports, code) => {
    const { text, after } = placeIn(imports, code);
    expect(text.slice(0, text.indexOf('app.get("/"')).trimEnd()).toHaveLength(after ?? 0);
  });

  it("of lusca, behind the session of the app", async () => {
    const folder = project("express-esm-ts", express('import lusca from "lusca";', "app.use(lusca.csrf());"));
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    const lines = read(folder, "src/server.ts").split("\n");
    const at = (text: string) => lines.findIndex((line) => line.includes(text));
    const places = [at("session({"), at("auth.handler"), at("lusca.csrf")];
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    expect(await found(folder)).toEqual([]);
  });

  const security: readonly [string, string][] = [
    ["is made", 'import csurf from "csurf";\n\nexport const forms = csurf();\n'],
    ["is handed on", 'export { default as forms } from "csurf";\n'],
    [
      "is a member",
      'import lusca from "lusca";\n\nexport const forms = [lusca.xframe("DENY"), lusca.csrf()];\n',
    ],
    ["comes from a third file", 'import { made } from "./made.js";\n\nexport { made as forms };\n'],
    [
      "is called in a function",
      'import csurf from "csurf";\n\nexport function forms(req: any, res: any, next: any) {\n  return csurf()(req, res, next);\n}\n',
    ],
  ];

  it.each(security)("of a guard that another file has under any name, where it %s", async (_what, text) => {
    const made =
      'import { doubleCsrf } from "csrf-csrf";\n\nconst { doubleCsrfProtection: made } = doubleCsrf({});\nexport { made };\n';
    const files = {
      ...express('import { forms } from "./security.js";', "app.use(forms);"),
      "src/security.ts": text,
      "src/made.ts": made,
    };
    const folder = project("express-esm-ts", files);
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    const server = read(folder, "src/server.ts");
    expect(server.indexOf("auth.handler")).toBeLessThan(server.indexOf("app.use(forms)"));
    expect(await found(folder)).toEqual([]);
    const lines = server.split("\n").filter((line) => line !== "app.use(forms);");
    const at = lines.findIndex((line) => line.includes("auth.handler"));
    write(folder, "src/server.ts", [...lines.slice(0, at), "app.use(forms);", ...lines.slice(at)].join("\n"));
    expect(await found(folder)).toEqual([`${at + 1}: Move line ${at + 2} above line ${at + 1}`]);
  });

  it("and behind a guard of origins, and a name that only sounds so, in another file", async () => {
    const folder = project("express-esm-ts", {
      ...express('import { forms } from "./security.js";', "app.use(forms);"),
      "src/security.ts":
        "export function forms(req: any, res: any, next: any) {\n  res.locals.csrf = req.csrfToken();\n  next();\n}\n",
    });
    expect((await init(folder)).code).toBe(0);
    const server = read(folder, "src/server.ts");
    expect(server.indexOf("auth.handler")).toBeGreaterThan(server.indexOf("app.use(forms)"));
    expect(await found(folder)).toEqual([]);
  });

  it("and behind hono/csrf, which judges by the origin", async () => {
    const folder = project("hono-ts", {
      "src/index.ts":
        'import { serve } from "@hono/node-server";\nimport { Hono } from "hono";\nimport { csrf } from "hono/csrf";\n\nconst app = new Hono();\napp.use(csrf());\napp.get("/", (c) => c.text("home"));\nserve(app);\n',
    });
    expect((await init(folder)).code).toBe(0);
    const text = read(folder, "src/index.ts");
    expect(text.indexOf("auth.handler")).toBeGreaterThan(text.indexOf("app.use(csrf())"));
    expect(await found(folder)).toEqual([]);
  });
});

const left: readonly [string, string, Files, string, string][] = [
  [
    "fastify-ts",
    "a hook of Fastify",
    {
      "src/app.ts":
        'import fastify from "fastify";\nimport csrf from "@fastify/csrf-protection";\n\nexport async function build() {\n  const app = fastify();\n  await app.register(csrf);\n  app.addHook("preHandler", app.csrfProtection);\n  app.get("/", async () => "home");\n  return app;\n}\n',
    },
    "src/app.ts:",
    'app.addHook("preHandler", (request, reply, done) => request.url.startsWith("/auth/") ? done() : app.csrfProtection(request, reply, done))',
  ],
  [
    "nest11-ts",
    "middleware of a Nest app",
    {
      "src/main.ts":
        'import { NestFactory } from "@nestjs/core";\nimport csurf from "csurf";\nimport { AppModule } from "./app.module.js";\n\nconst app = await NestFactory.create(AppModule);\napp.use(csurf());\nawait app.listen(3000);\n',
    },
    "src/main.ts:6",
    'app.use((req, res, next) => req.path.startsWith("/auth/") ? next() : csurf()(req, res, next))',
  ],
  [
    "nuxt-ts",
    "a module of Nuxt",
    { "nuxt.config.ts": 'export default defineNuxtConfig({\n  modules: ["nuxt-csurf"],\n});\n' },
    "nuxt.config.ts: nuxt-csurf",
    'routeRules: { "/api/auth/**": { csurf: false }',
  ],
  [
    "nuxt-ts",
    "a module of Nuxt with an option",
    {
      "nuxt.config.ts":
        'export default defineNuxtConfig({\n  modules: ["nuxt-security"],\n  security: {\n    csrf: true,\n  },\n});\n',
    },
    "nuxt.config.ts: nuxt-security",
    'routeRules: { "/api/auth/**": { csurf: false }',
  ],
];

describe("RA2-B2: what auth init cannot put the endpoints in front of", () => {
  it.each(left)("%s: %s is said, and doctor says it too", async (fixture, _what, files, place, line) => {
    const folder = project(fixture, files);
    const { code, stderr } = await init(folder);
    expect(code).toBe(1);
    expect(stderr).toContain(place);
    expect(stderr).toContain(line);
    expect(stderr).toContain("A guard of the app refuses the forms of sign-in.");
    expect(await found(folder)).toEqual([expect.stringContaining(line)]);
  });

  it("a rule for the endpoints is enough", async () => {
    const config =
      'export default defineNuxtConfig({\n  modules: ["nuxt-csurf"],\n  routeRules: {\n    "/api/auth/**": { csurf: false },\n  },\n});\n';
    const folder = project("nuxt-ts", { "nuxt.config.ts": config });
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(await found(folder)).toEqual([]);
  });

  it("a guard that stands in front of the endpoints is found", async () => {
    const folder = project("express-esm-ts", express('import csurf from "csurf";', ""));
    expect((await init(folder)).code).toBe(0);
    const text = read(folder, "src/server.ts");
    write(folder, "src/server.ts", text.replace('app.use("/auth"', 'app.use(csurf());\napp.use("/auth"'));
    const at = read(folder, "src/server.ts").split("\n").indexOf("app.use(csurf());") + 1;
    expect(await found(folder)).toEqual([`${at}: Move line ${at + 1} above line ${at}`]);
  });
});
