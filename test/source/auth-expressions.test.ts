/** What stands for the endpoints, the session and the guards in an app's own names. */
import { describe, expect, test } from "vitest";
import type { Value } from "../../src/cli/source/names/values.js";
import { authExpressionsIn } from "../../src/cli/source/routes/auth-expressions.js";
import { parse } from "../../src/cli/source/syntax/syntax.js";
import { mountPath } from "../../src/templates/frameworks/server/mount-path.js";
import { openTexts, textFiles } from "../edit/text-project.js";
import { readPackageText } from "../../src/cli/project/workspace.js";

const file = "app.ts";
const read = (code: string) => authExpressionsIn([parse(code, file)]);

const made = "export const auth = createAuth({ providers: [] });\n";

describe("the handler", () => {
  test.each([
    ["in place", made, "auth.handler", true],
    ["called", made, "(req, res, next) => auth.handler(req, res, next)", true],
    ["of a class", "this.auth = createAuth(config);", "this.auth.handler", true],
    ["typed", "const auth = createAuth<Token, Shown>(config);", "auth.handler", true],
    [
      "another name of the function",
      "import { createAuth as make } from 'x';\nconst a = make({});",
      "a.handler",
      true,
    ],
    [
      "another name where it is imported",
      `${made}import { auth as login } from "./auth.js";`,
      "login.handler",
      true,
    ],
    ["in a variable", `${made}const signIn = auth.handler;`, "signIn", true],
    ["taken out", "const { handler, require: guard } = createAuth({});", "handler", true],
    ["taken out later", `${made}const { handler: signIn } = auth;`, "signIn", true],
    ["MiddlewareAuth", "", "MiddlewareAuth(config)", true],
    ["MiddlewareAuth in a variable", "const handler = ExpressAuth(config);", "handler", true],
    ["of something else", made, "orders.handler", false],
    ["without createAuth", "const auth = other({});", "auth.handler", false],
    ["the guard", made, "auth.require()", false],
  ])("%s", (_name, code, expression, expected) => {
    expect(read(code).isHandler({ code: expression, file })).toBe(expected);
  });
});

describe("guards", () => {
  test.each([
    ["in place", made, "auth.require()", true],
    ["with a role", made, 'auth.require({ role: "admin" })', true],
    ["of a class", "this.auth = createAuth(config);", "this.auth.require()", true],
    ["in a variable", `${made}const admin = auth.require({ role: "admin" });`, "admin", true],
    ["taken out", "const { require: guard } = createAuth({});", "guard()", true],
    ["the session", made, "auth.session", false],
    ["a module", made, 'require("./x")', false],
    ["of something else", made, "other.require()", false],
  ])("%s", (_name, code, expression, expected) => {
    expect(read(code).isGuard({ code: expression, file })).toBe(expected);
  });

  test("the session refuses nobody, and no guard is made by naming it", () => {
    const { isSession, isGuardMaker } = read(made);
    const is = (code: string) => [isSession({ code, file }), isGuardMaker({ code, file })];
    expect([is("auth.session"), is("auth.require()"), is("auth.require")]).toEqual([
      [true, false],
      [false, false],
      [false, true],
    ]);
  });

  test.each([
    ["of one of several", "const some = isProduction ? auth.require() : nothing;", "some", false],
    ["where there is none yet", "const some = given ?? auth.require();", "some", false],
    ["of a function", "const only = (role) => auth.require({ role });", 'only("admin")', true],
    [
      "of a function that has two answers",
      "function only(a) { if (a) return auth.require(); return a; }",
      "only(1)",
      false,
    ],
    ["of an object", "const only = { admins: auth.require() };", "only.admins", true],
    ["spread into an object", "const only = { ...auth };", "only.require()", true],
    ["followed by more", "", "auth.require().unless({ path: '/' })", true],
    ["of itself", "const some = some;", "some", false],
  ])("a guard %s", (_name, code, expression, expected) => {
    expect(read(made + code).isGuard({ code: expression, file })).toBe(expected);
  });
});

describe("what a guard asks for", () => {
  const asked = (code: string, lines = "") => read(`${made}${lines}`).asked({ code, file });
  const options = (code: string, lines?: string) => plain(asked(code, lines));

  test.each([
    ["nothing more than a user", "auth.require()", "", {}],
    [
      "texts, numbers, booleans",
      'auth.require({ path: "/a", maxAge: 60, fresh: true })',
      "",
      { path: "/a", maxAge: "60", fresh: "true" },
    ],
    ["a list", 'auth.require({ role: ["a", "b"] })', "", { role: ["a", "b"] }],
    ["an object", 'auth.require({ factor: { id: "totp" } })', "", { factor: { id: "totp" } }],
    [
      "names of constants",
      "auth.require({ role: [admin, roles.editor] })",
      'const admin = "a"; const roles = { editor: "b" };',
      { role: ["a", "b"] },
    ],
    ["a constant as a whole", "auth.require(needs)", 'const needs = { role: "a" };', { role: "a" }],
    [
      "constants spread in",
      'auth.require({ ...needs, path: "/b" })',
      'const needs = { role: "a", path: "/a" };',
      { role: "a", path: "/b" },
    ],
    ["in a variable", "admins", 'const admins = auth.require({ role: "a" });', { role: "a" }],
    [
      "what a function is given",
      'only("a")',
      "const only = (role) => auth.require({ role });",
      { role: undefined },
    ],
    ["a value that only a run knows", "auth.require({ role: load() })", "", { role: undefined }],
    ["what is not in sight", "auth.require(load())", "", undefined],
    [
      "what is given to another call behind it",
      'auth.require({ role: "a" }).unless({ path: "/" })',
      "",
      undefined,
    ],
    [
      "itself",
      "auth.require(needs)",
      "const needs = { needs };",
      { needs: { needs: { needs: { needs: undefined } } } },
    ],
  ])("%s", (_name, code, lines, expected) => {
    expect(options(code, lines)).toEqual(expected);
  });

  test("of what is no guard", () => {
    expect([asked("auth.session"), asked('require("./a")'), asked("orders.require()")]).toEqual(
      Array.from({ length: 3 }, () => undefined),
    );
  });
});

/** Options without their kinds; undefined for what is not in sight. */
function plain(value: Value | undefined): unknown {
  if (value?.kind === "text") return value.text;
  if (value?.kind === "list") return value.items.map(plain);
  if (value?.kind !== "object" || value.spread.length > 0) return undefined;
  return Object.fromEntries([...value.members].map(([name, one]) => [name, plain(one)]));
}

describe("the guards in a part of a file", () => {
  const other = 'import { auth } from "./auth.js";\nexport const admins = auth.require({ role: "admin" });\n';
  const files = { "auth.ts": made, "guards.ts": other };
  const guardsOf = (code: string, at?: number) => {
    const root = parse(code, file);
    const known = authExpressionsIn([root], openTexts(files));
    return known.guardsIn(root, at).map(({ node, asked }) => [node.getText(), plain(asked)]);
  };
  const imported = 'import { auth } from "./auth.js";\n';

  test.each([
    ["a call", `${imported}await auth.require();`, ["auth.require()", {}]],
    [
      "behind the event",
      `${imported}auth.require(event, { role: "a" });`,
      ['auth.require(event, { role: "a" })', { role: "a" }],
      1,
    ],
    ["with the event alone", `${imported}auth.require(event);`, ["auth.require(event)", {}], 1],
    [
      "made in another file",
      'import { admins } from "./guards.js";\nuse(admins);',
      ["admins", { role: "admin" }],
    ],
    ["made in the file, once", `${imported}const a = auth.require();\nuse(a, a);`, ["auth.require()", {}]],
    ["followed by more", `${imported}auth.require().unless({ path: "/" });`, ["auth.require()", {}]],
    [
      "of what an event has",
      "export const load = (event) => event.locals.auth.require();",
      ["event.locals.auth.require()", {}],
    ],
    [
      "of what is taken out of an event",
      "export const load = ({ locals: { auth: a } }) => a.require();",
      ["a.require()", {}],
    ],
    [
      "of an instance that a container gives",
      'import { AuthGuard } from "authwright/nest";\napp.get(AuthGuard).require();',
      ["app.get(AuthGuard).require()", {}],
    ],
    [
      "a decorator",
      'import { Require as Needs } from "authwright/nest";\n@Needs({ role: "a" })\nclass A {}',
      ['Needs({ role: "a" })', { role: "a" }],
    ],
    [
      "of the default of the package",
      'import init from "authwright/next";\nexport const { auth } = init({});\nauth.require();',
      ["auth.require()", {}],
    ],
    [
      "of a package that is not in sight",
      'import { auth as login } from "@shop/auth";\nlogin.require();',
      ["login.require()", {}],
    ],
  ] as const)("%s", (_name, code, expected, at?: number) => {
    expect(guardsOf(code, at)).toEqual([expected]);
  });

  test.each([
    ["a module", `${imported}require("./a");`],
    ["of something else", "const orders = load();\norders.require();"],
    ["of another container", "app.get(Orders).require();"],
    ["a decorator of the app's own", "const Require = () => log;\n@Require()\nclass A {}"],
    ["text and comments", 'log("auth.require()"); // auth.require()'],
  ])("none: %s", (_name, code) => {
    expect(guardsOf(code)).toEqual([]);
  });

  test("a part of a file has the guards that it calls, wherever they are made", () => {
    const root = parse(
      `${imported}const only = () => auth.require({ role: "a" });\nexport const GET = () => only();`,
      file,
    );
    const [, , get] = root.statements;
    const known = authExpressionsIn([root], openTexts(files));
    expect(known.guardsIn(get!).map(({ asked }) => plain(asked))).toEqual([{ role: "a" }]);
  });
});

describe("in several files", () => {
  const files = {
    "auth.ts": "export default createAuth({});",
    "guards.ts": 'import auth from "./auth.js";\nexport const admins = auth.require({ role: "admin" });',
    "jobs.ts": "export const queue = new Queue();\nexport const admins = queue.require();",
  };
  const sources = Object.entries(files).map(([name, text]) => parse(text, name));
  const open = openTexts(files);
  const isGuard = (lines: string, code: string) => {
    const server = parse(lines, "server.ts");
    return authExpressionsIn([...sources, server], open).isGuard({ code, file: "server.ts" });
  };

  test.each([
    ["the default", 'import login from "./auth.js";', "login.require()", true],
    ["the default of a package", 'import login from "login-kit";', "login.require()", false],
    ["the default of another file", 'import login from "./jobs.js";', "login.require()", false],
    ["no import", "", "login.require()", false],
    ["a guard", 'import { admins } from "./guards.js";', "admins", true],
    ["a guard by another name", 'import { admins as only } from "./guards.js";', "only", true],
    ["of that name, none of ours", 'import { admins } from "./jobs.js";', "admins", false],
    ["of that name, from nowhere in sight", 'import { admins } from "#guards";', "admins", true],
    ["of that name, of its own", "const admins = limit();", "admins", false],
    ["of that name, given", "export const routes = (app, admins) => app.use(admins);", "admins", true],
  ])("%s", (_name, lines, code, expected) => {
    expect(isGuard(lines, code)).toBe(expected);
  });

  test("a file that only imports lead to", () => {
    const server = parse('import { admins } from "./guards.js";', "server.ts");
    const alone = authExpressionsIn([server]);
    const led = authExpressionsIn([server], open);
    const written = { code: "admins", file: "server.ts" };
    expect([alone.isGuard(written), led.isGuard(written)]).toEqual([false, true]);
  });
});

test("the handler where its value is taken, and not where it has its name", () => {
  const { isHandler } = read(`${made}const { handler: answer } = auth;`);
  const is = (code: string) => isHandler({ code, file });
  expect(["{ answer }", "mount(answer)", "() => answer", "[...answer]"].map(is)).toEqual(Array(4).fill(true));
  expect(["{ answer: 1 }", "(answer) => 1", "x.answer", "1 as answer", '"answer"'].map(is)).toEqual(
    Array(5).fill(false),
  );
});

test("the path of the mount, also without semicolons", () => {
  const pathOf = (code: string) => {
    const files = textFiles({ [file]: made + code });
    const packageJson = readPackageText("{}", "package.json");
    const folders = { packageJson, appDir: undefined, pagesDir: undefined };
    return mountPath({ ...folders, files, serverFile: file, authFile: file, configuration: undefined });
  };
  expect(pathOf('app.use("/files", files)\napp.use("/login", auth.handler)')).toBe("/login");
  expect(pathOf('app.all("/login/*", (c) => auth.handler(c))')).toBe("/login");
  expect(pathOf('app.register(auth.plugin, { prefix: "/login/" })')).toBe("/login");
  expect(pathOf('// app.use("/old", auth.handler)\nlog("app.use(\'/old\', auth.handler)");')).toBeUndefined();
  expect(pathOf('app.use("/files", files);')).toBeUndefined();
});

test("code of any size, and names that lead to each other, are read in no time", () => {
  const wide = `${"const { a, b = {} } = c;\n".repeat(1_000)}${made}`;
  const chained = `export const x = a${".field()".repeat(1000)};`;
  const names = Array.from({ length: 60 }, (_, at) => `n${at}`);
  const circular = names.map((name) => `const { ${names.join(", ")} } = ${name}.of(${name});`).join("\n");
  const start = process.cpuUsage();
  for (const code of [wide, chained, circular]) {
    const { isHandler, isGuard } = read(made + code);
    expect([isHandler({ code: "auth.handler", file }), isGuard({ code: "n1", file })]).toEqual([true, false]);
  }
  // Of the processor: other tests run beside this one.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});
