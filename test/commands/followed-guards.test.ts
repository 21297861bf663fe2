/** Guards that have a name, in whatever file, and options that are constants: what `auth test init` reads of them. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { survey } from "../../src/commands/steps/read-survey.js";
import { supportOf } from "../../src/templates/frameworks/index.js";
import type { Access } from "../../src/cli/source/syntax/access.js";
import { copyProject, removeProjects } from "../support/cli.js";

afterEach(removeProjects);

const auth =
  'import { createAuth } from "authwright/express";\nexport const auth = createAuth({ providers: [] });\n';

/** What is read of each route of an Express app whose server file has these lines. */
async function accessOf(lines: string, files: Readonly<Record<string, string>>): Promise<object> {
  const folder = copyProject("express-esm-ts");
  const server = `import express from "express";\nimport { auth } from "./auth.js";\n${lines}\napp.listen(3000);\n`;
  for (const [file, text] of Object.entries({ "auth.ts": auth, "server.ts": server, ...files })) {
    mkdirSync(path.join(folder, "src"), { recursive: true });
    writeFileSync(path.join(folder, "src", file), text);
  }
  const facts = await detectConfigured(folder);
  const [framework] = facts.frameworks;
  const routes = await supportOf(framework!).routes!(await survey(facts, {}));
  return Object.fromEntries(
    routes.map(({ method, path: address, access }) => [`${method} ${address}`, shown(access)]),
  );
}

function shown(access: Access): string {
  if (access.kind === "guarded") return access.roles?.join(", ") ?? "anybody who is signed in";
  return access.kind === "unclear" ? access.why : "open";
}

const guards = `import { auth } from "./auth.js";
import { admin, roles } from "./roles.js";
export const editors = auth.require({ role: [roles.editor, admin] });
export const below = auth.require({ path: "/reports", role: admin });
export const made = (role: string) => auth.require({ role });
`;
const roles = 'export const admin = "admin";\nexport const roles = { editor: "editor" } as const;\n';
const others = "export const editors = limit();\n";

test("guards of another file, with constants of a third", async () => {
  const lines = `import { editors as only, made } from "./guards.js";
const needs = { role: "owner" };
const app = express();
app.get("/a", only, (req, res) => res.send("1"));
app.get("/b", auth.require(needs), (req, res) => res.send("1"));
app.get("/c", made("admin"), (req, res) => res.send("1"));
app.get("/d", (req, res) => res.send("1"));`;
  expect(await accessOf(lines, { "guards.ts": guards, "roles.ts": roles })).toEqual({
    "GET /a": "editor, admin",
    "GET /b": "owner",
    "GET /c": 'the role of made("admin") is not in sight',
    "GET /d": "open",
  });
});

test("a guard in a variable holds for the path that it is given, and for no other", async () => {
  const lines = `import { below } from "./guards.js";
const app = express();
app.use(below);
app.get("/reports/:id", (req, res) => res.send("1"));
app.get("/others", (req, res) => res.send("1"));`;
  expect(await accessOf(lines, { "guards.ts": guards, "roles.ts": roles })).toEqual({
    "GET /reports/:id": "admin",
    "GET /others": "open",
  });
});

test("a guard whose path only a run knows is one that somebody has to look at", async () => {
  const lines = `const app = express();
app.use(auth.require({ path: process.env.BELOW }));
app.get("/reports", (req, res) => res.send("1"));`;
  expect(await accessOf(lines, {})).toEqual({
    "GET /reports": "a guard in front has a path that is an expression",
  });
});

test("a name that another file has for a guard guards nothing", async () => {
  const lines = `import { editors } from "./others.js";
const app = express();
app.get("/a", editors, (req, res) => res.send("1"));`;
  expect(await accessOf(lines, { "guards.ts": guards, "roles.ts": roles, "others.ts": others })).toEqual({
    "GET /a": "open",
  });
});
