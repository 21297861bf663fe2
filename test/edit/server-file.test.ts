import { describe, expect, test } from "vitest";
import { mountAuth, type MountPoint } from "../../src/cli/edit/server-file.js";
import { application } from "../../src/templates/frameworks/express/plan.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { variants } from "./variants.js";

const mount: MountPoint = {
  application,
  imports: [{ specifier: "authwright/express", names: ["MiddlewareAuth"] }],
  statements: (app, quote) => [`${app}.use(${quote}/auth${quote}, MiddlewareAuth(authConfig))`],
};
const esm = 'import express from "express";\n';
const added = 'import { MiddlewareAuth } from "authwright/express";\n';
const line = 'app.use("/auth", MiddlewareAuth(authConfig));\n';

/** Name, the server with `@import` and `@mount` where the new lines belong. */
const servers: Readonly<Record<string, string>> = {
  "middleware stays above, routes below": `${esm}@import
const app = express();
app.set("view engine", "ejs");
app.use(express.json());
app.use("/assets", express.static("public"));
app.use((req, res, next) => {
  next();
});

@mount
app.use("/api", api);
app.listen(3000);
`,
  "a comment stays with its route": `${esm}@import
const app = express();

@mount
// Everybody may see this.
app.get("/", home);
`,
  "a server without routes": `${esm}@import
const app = express();

@mountend`,
  "a factory function": `${esm}@import
export function createServer() {
  const app = express();
  app.use(helmet());

@mountindented
  app.get("/", (req, res) => res.send("hi"));
  return app;
}
`,
  "a class that holds the application": `${esm}@import
class Server {
  constructor(controllers) {
    this.app = express();
    this.port = 4000;
    this.initializeMiddleware();
    this.app.use(helmet());

@mountthis
    this.initializeRoutes(controllers);
    this.initializeErrorHandling();
  }
}
`,
  "a router in a variable counts as routes": `${esm}@import
const app = express();

@mount
app.use(router);
export default app;
`,
  "an application inside another one": `${esm}@import
const api = express();
const app = express();
app.use(helmet());

@mount
app.use("/api", api);
app.listen(3000);
`,
  "a 404 page and an error handler stay last": `${esm}@import
const app = express();

@mount
app.use((req, res) => res.sendStatus(404));
app.use((error, req, res, next) => res.sendStatus(500));
`,
};
const take = (text: string, lines: boolean) =>
  text
    .replace("@import\n", lines ? `${added}\n` : "\n")
    .replace("\n@mountend", lines ? `\n${line}` : "")
    .replace("\n@mountthis\n", lines ? `\n    this.${line}\n` : "\n")
    .replace("\n@mountindented\n", lines ? `\n  ${line}\n` : "\n")
    .replace("\n@mount\n", lines ? `\n${line}\n` : "\n");

describe.each(Object.entries(variants))("%s", (_, vary) => {
  test.each(Object.keys(servers))("%s", async (name) => {
    const server = servers[name] ?? "";
    const text = vary(take(server, false));
    const result = await mountAuth(text, "server.js", mount);
    if (result.kind !== "edits") throw new Error(`${result.why} in line ${result.line}`);
    expect(splice(text, result.edits)).toBe(vary(take(server, true)));
  });
});

test('CommonJS gets require, with `require("express")()` too', async () => {
  const text = 'const app = require("express")();\napp.get("/", home);\n';
  const result = await mountAuth(text, "server.js", mount);
  expect(result.kind === "edits" && splice(text, result.edits)).toBe(
    'const app = require("express")();\nconst { MiddlewareAuth } = require("authwright/express");\n\n' +
      `${line}\napp.get("/", home);\n`,
  );
});

test("a member of the same name is no name of the file", async () => {
  const text =
    'import express from "express";\nconst app = express();\napp.get("/", (req, res) => res.json(req.MiddlewareAuth));\n';
  const result = await mountAuth(text, "server.js", mount);
  expect(result.kind === "edits" && splice(text, result.edits)).toContain(added);
});

test.each([
  ["no application", 'import express from "express";\nexport const router = express.Router();\n', 1],
  ["a chain", 'import express from "express";\nexport default express().use(x).listen(1);\n', 2],
  [
    "several applications",
    'import express from "express";\nconst app = express();\nconst admin = express();\napp.get("/", home);\nadmin.get("/", home);\n',
    3,
  ],
  [
    "a name that is taken",
    'import express from "express";\nconst MiddlewareAuth = 1;\nconst app = express();\n',
    3,
  ],
  [
    "a class whose routes are nowhere to be seen",
    'import express from "express";\nclass Server {\n  constructor() {\n    this.app = express();\n    this.setup();\n  }\n}\n',
    4,
  ],
  ["everything in one line", 'import express from "express"; const app = express(); app.get("/", x);\n', 1],
  ["a syntax error", 'import express from "express";\nconst app = express(;\n', 1],
])("%s is left to a person", async (_, text, at) => {
  expect(await mountAuth(text, "server.ts", mount)).toMatchObject({ kind: "manual", line: at });
});
