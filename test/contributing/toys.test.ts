/** CONTRIBUTING's recipes, followed word by word in a copy: what is added works, and these are all places it takes. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import type * as commandLine from "../../src/commands/index.js";
import { run } from "../support/process.js";
import { typeErrors } from "../support/type-check.js";
import { follow, placesOf, recipes, toys } from "./recipes.js";

const copy = mkdtempSync(path.join(tmpdir(), "authwright-toys-"));
/** A project that uses the framework and the store, with both of their packages. */
const project = path.join(copy, "project");

/** The package of the copy, and those of the project. */
const alias: Readonly<Record<string, string>> = {
  "authwright/toy": path.join(copy, "src/runtime/integrations/toy.ts"),
  "authwright/adapters": path.join(copy, "src/runtime/adapters"),
  "authwright/providers": path.join(copy, "src/providers"),
  "toy-server": path.join(project, "toy-server.js"),
  "toy-base": path.join(project, "toy-base.js"),
};

let count = 0;

/** A program that is made of the copy's sources. */
async function bundle(code: string, folder = copy): Promise<string> {
  // A file of a package is loaded as it stands.
  const file = path.join(copy, `made/node_modules/${count++}.mjs`);
  await build({
    stdin: { contents: code, resolveDir: folder, loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    conditions: ["authwright-source"],
    alias,
  });
  return file;
}

/** What the copy does, said by a program. */
async function drive(code: string, folder = copy): Promise<unknown> {
  const ran = await run(process.execPath, [await bundle(code, folder)], { cwd: folder });
  expect(ran.code, ran.stderr).toBe(0);
  return JSON.parse(ran.stdout);
}

/** The command line of the copy. */
let main: typeof commandLine.main;

/** It, in the project. */
async function auth(...args: readonly string[]) {
  let text = "";
  const stdout = { write: (more: string) => (text += more) };
  const stderr = { write: () => undefined };
  const io = { stdin: Readable.from([]), stdout, stderr, env: { CI: "true" }, cwd: project };
  const code = await main([...args, "--json"], io);
  return { code, ...JSON.parse(text) };
}

beforeAll(async () => {
  for (const name of [
    "src",
    "bin",
    "scripts",
    "docs/adapters",
    "docs/frameworks",
    "docs/guides",
    "docs/plugins",
    "package.json",
    "tsconfig.json",
  ])
    cpSync(path.join(projectRoot, name), path.join(copy, name), { recursive: true });
  cpSync(path.join(projectRoot, "test/messages"), path.join(copy, "test/messages"), { recursive: true });
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(copy, "node_modules"), "dir");
  cpSync(path.join(toys, "project"), project, { recursive: true });
  for (const recipe of recipes) follow(copy, recipe);
  const made = await run(process.execPath, ["scripts/generate.mjs"], { cwd: copy });
  expect(made.code, made.stderr).toBe(0);
  const file = await bundle('export { main } from "./src/commands/index.js";');
  ({ main } = (await import(file)) as typeof commandLine);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each([
  ["plugin", 6],
  ["functions", 1],
  ["provider", 1],
  ["language", 3],
  ["command", 4],
  ["framework", 5],
  ["store", 6],
] as const)("%s: at most %d places", (kind, most) => {
  const places = placesOf(kind);
  console.log(`${kind}: ${places.length}\n  ${places.join("\n  ")}`);
  expect(places.length).toBeLessThanOrEqual(most);
});

test("the copy compiles, with a page of the plugin that the configuration names", () => {
  const config = 'import type { AuthConfig } from "./src/runtime/types/config.js";\n';
  const named = `${config}export const named: AuthConfig["pageAddresses"] = { todo: "/list" };\n`;
  writeFileSync(path.join(copy, "src/named.ts"), named.replaceAll("./src/", "./"));
  const tsconfig = path.join(copy, "tsconfig.json");
  const text = readFileSync(tsconfig, "utf8");
  writeFileSync(
    tsconfig,
    text.replace(/"include": \[.*\]/, () => '"include": ["bin", "src"]'),
  );
  expect(typeErrors(copy)).toBe("");
});

test("the page of the plugin answers at its address, in English where a language lacks it", async () => {
  const shown = await drive(`
    import { Auth } from "./src/runtime/index.js";
    import { encode } from "./src/runtime/jwt.js";
    import { MemoryAdapter } from "./src/runtime/adapters/memory.js";
    import german from "./src/runtime/messages/de.js";
    import italian from "./src/runtime/messages/it.js";
    import { todo } from "./src/runtime/plugins/todo/index.js";

    const mails = [];
    const config = {
      secret: "a secret that is long enough for a test",
      trustHost: ["localhost:3000"],
      adapter: MemoryAdapter(),
      session: { strategy: "jwt" },
      providers: [],
      plugins: [todo({ pageSize: 2, sendMail: (mail) => void mails.push(mail) })],
      pageAddresses: true,
      messages: [german, italian],
    };
    const user = await config.adapter.createUser({ name: "Ada", email: "ada@example.com", emailVerified: null });
    const salt = "authjs.session-token";
    const token = await encode({ token: { sub: user.id, email: user.email }, secret: config.secret, salt });
    const jar = { [salt]: token };
    const ask = async (address, language, init = {}) => {
      const cookie = Object.entries(jar).map(([name, value]) => name + "=" + value).join("; ");
      const headers = { "accept-language": language, host: "localhost:3000", cookie };
      const request = new Request("http://localhost:3000" + address, { headers, ...init });
      const answer = await Auth(request, config);
      for (const line of answer.headers.getSetCookie()) jar[line.split("=")[0]] = line.slice(line.indexOf("=") + 1).split(";")[0];
      return { status: answer.status, text: await answer.text(), location: answer.headers.get("location") };
    };
    const page = await ask("/to-do", "de");
    const gone = await ask("/to-do/gone", "de");
    const escaped = await ask("/auth/todo/g%61rden", "de");
    const empty = await ask("/to-do/garden", "de");
    const { csrfToken } = JSON.parse((await ask("/auth/csrf", "de")).text);
    const send = (fields) => ask("/to-do/garden", "de", { method: "POST", body: new URLSearchParams({ csrfToken, ...fields }) });
    const sent = [];
    for (const note of ["rake", "<b>sow</b>", "reap", " "]) sent.push((await send({ note })).status);
    const list = await ask("/to-do/garden", "de");
    const more = /href="([^"]*after=[^"]*)"/.exec(list.text)[1];
    const next = await ask(more.slice("http://localhost:3000".length), "de");
    const mailed = await send({ mail: "yes" });
    const other = await send({ confirm: "house" });
    const cleared = await send({ confirm: " garden " });
    const blind = await Auth(new Request("http://localhost:3000/auth/todo", { method: "POST", headers: { host: "localhost:3000" } }), config);
    const stranger = await Auth(new Request("http://localhost:3000/to-do/garden", { headers: { host: "localhost:3000", accept: "text/html" } }), config);
    const signIn = await ask("/sign-in", "it");
    const rowsOf = (text) => [...text.matchAll(/<div class="what">\\s*<bdi>(.*?)<\\/bdi>/g)].map((each) => each[1]);
    console.log(JSON.stringify({
      page: [page.status, page.text.includes("Nothing is left to do."), page.text.includes('lang="de"')],
      list: [empty.status, empty.text.includes("To do in garden"), gone.status, escaped.status],
      sent,
      rows: [rowsOf(list.text).length, [...rowsOf(list.text), ...rowsOf(next.text)].sort(), list.text.includes("Mehr"), next.text.includes("Mehr")],
      mailed: [mailed.status, mails.map(({ to, subject, text }) => [to, subject, text.includes("http://localhost:3000/to-do/garden")])],
      cleared: [other.status, other.text.includes("That is another name."), cleared.status, rowsOf((await ask("/to-do/garden", "de")).text)],
      blind: blind.status,
      stranger: stranger.headers.get("location"),
      signIn: [signIn.status, signIn.text.includes('lang="it"')],
    }));
  `);
  expect(shown).toEqual({
    page: [200, true, true],
    list: [200, true, 404, 404],
    sent: [302, 302, 302, 400],
    // Two of one millisecond come in any order.
    rows: [2, ["&lt;b&gt;sow&lt;/b&gt;", "rake", "reap"], true, false],
    mailed: [302, [["ada@example.com", "To do in garden", true]]],
    cleared: [400, true, 302, []],
    // Without the CSRF token.
    blind: 302,
    stranger: "/sign-in?callbackUrl=%2Fto-do%2Fgarden",
    signIn: [200, true],
  });
});

test("the command runs", async () => {
  expect(await auth("toy")).toMatchObject({ code: 0, ok: true, result: { is: "a toy" } });
});

test("the command line knows the plugin, its page and the provider", async () => {
  const known = await drive(`
    import { standardPages } from "./src/cli/source/configuration/page-addresses.js";
    import { catalog } from "./src/providers/catalog.js";
    import { findPlugin, pluginTables } from "./src/templates/plugins/index.js";

    console.log(JSON.stringify({
      plugin: findPlugin("todo").subpath,
      tables: pluginTables.map(({ name }) => name).filter((name) => name === "auth_todo"),
      pages: standardPages(["todo"]).slice(-2),
      provider: catalog.find(({ id }) => id === "toy").name,
    }));
  `);
  expect(known).toEqual({
    plugin: "authwright/plugins/todo",
    tables: ["auth_todo"],
    pages: [
      { name: "todo", path: "/todo", address: "/to-do" },
      { name: "todoList", path: "/todo/:list", address: "/to-do/:list" },
    ],
    provider: "Toy",
  });
});

test("the command line knows the framework by its words, and lists it", async () => {
  const { commands } = (await auth("init", "--help")).result;
  expect(commands[0].flags[0]).toMatchObject({
    flags: "--framework <id>",
    help: expect.stringContaining("toy"),
  });
  const set = await auth("init", "--framework", "toyjs", "--yes", "--no-install", "--dry-run");
  expect(set).toMatchObject({ code: 0, ok: true });
  const wrong = await auth("init", "--framework", "toyy", "--yes");
  expect(wrong.error).toMatchObject({ code: "AUTH_E_UNKNOWN_FRAMEWORK", hint: "Did you mean toy?" });
});

test("init and add-adapter set up an app that works, doctor finds what is wrong with it, undo takes all back", async () => {
  const read = (file: string) => readFileSync(path.join(project, file), "utf8");
  const before = read("server.js");
  expect(await auth("init", "--yes", "--no-install")).toMatchObject({ code: 0 });
  expect(read(".env.toy")).toContain("AUTH_SECRET=");
  expect(read("auth.js")).toContain('from "authwright/toy"');
  expect(await auth("add-adapter", "toy", "--yes", "--no-install")).toMatchObject({ code: 0 });
  expect(await answersOf(["/", "/toy-auth/session", "/dashboard", "/sign-in"])).toEqual([
    [200, "home"],
    [200, "null"],
    [302, "/sign-in?callbackUrl=%2Fdashboard"],
    [200, expect.stringContaining("GitHub")],
  ]);
  const { result } = await auth("info");
  expect(result).toMatchObject({
    authFile: "auth.js",
    frameworks: [{ id: "toy" }],
    configuration: { adapter: expect.any(String) },
  });
  const added = await auth("add-provider", "gitlab", "--yes", "--no-install");
  expect(added.result.providers[0].callbackUrl).toBe("http://localhost:4321/toy-auth/callback/gitlab");
  const server = read("server.js");
  writeFileSync(path.join(project, "server.js"), server.replace("app.use(auth.handler);\n", ""));
  const findings = (await auth("doctor")).result.findings.map(({ code }: { code: string }) => code);
  expect(findings).toContain("AUTH_D_NOT_MOUNTED");
  writeFileSync(path.join(project, "server.js"), server);
  for (const _ of ["add-provider", "add-adapter", "init"]) expect((await auth("undo", "--yes")).code).toBe(0);
  expect(read("server.js")).toBe(before);
});

/** What the app answers, with where it leads to. */
async function answersOf(addresses: readonly string[]): Promise<unknown> {
  return drive(
    `
    import { app } from "./server.js";

    const answers = [];
    for (const address of ${JSON.stringify(addresses)}) {
      const answer = await app.fetch(new Request("http://localhost:4321" + address));
      answers.push([answer.status, answer.headers.get("location") ?? (await answer.text())]);
    }
    console.log(JSON.stringify(answers));
  `,
    project,
  );
}

test("the store passes the conformance kit, for tables of plugins too", async () => {
  const report = await drive(`
    import { runConformance, recordsConformance } from "./src/runtime/adapter-testing/index.js";
    import { ToyAdapter } from "./src/runtime/adapters/toy.js";
    import { ToyBase } from "toy-base";

    const { groups } = await runConformance(ToyAdapter(new ToyBase()));
    const failures = groups.flatMap(({ failures }) => failures);
    for (const check of recordsConformance(ToyAdapter(new ToyBase())))
      await check.run().catch((error) => failures.push({ name: check.name, reason: error.message }));
    const unasked = groups.filter(({ passed }) => passed === 0).map(({ group }) => group);
    console.log(JSON.stringify({ failures, unasked }));
  `);
  expect(report).toEqual({ failures: [], unasked: ["races of two instances", "lost connections"] });
});
