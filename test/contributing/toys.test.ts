/** CONTRIBUTING's recipes, followed word by word in a copy: what is added works, and these are all places it takes. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { run } from "../support/process.js";
import { typeErrors } from "../support/type-check.js";

const copy = mkdtempSync(path.join(tmpdir(), "authwright-toys-"));
const toys = path.join(projectRoot, "test/fixtures/toys");

/** A line of a file that is there: what it stands in front of, and the line. */
type Line = readonly [file: string, before: string, line: string];

/** What a recipe adds beside its new files. */
const lines: Readonly<Record<"plugin" | "provider" | "language" | "command", readonly Line[]>> = {
  plugin: [
    ["src/runtime/plugins/registry.ts", "\n/** Their members", todoImports()],
    ["src/runtime/plugins/registry.ts", "TwoFactorPages {}", "TodoPages, "],
    ["src/runtime/plugins/registry.ts", " };\n\n/** Their texts", ", todo"],
    [
      "src/runtime/plugins/registry.ts",
      "}\n\nexport const pluginEnglish",
      "  readonly todo: TodoMessages;\n",
    ],
    ["src/runtime/plugins/registry.ts", '  "two-factor": twoFactorTexts', "  todo: todoTexts,\n"],
    ["src/templates/plugins/index.ts", "import { twoFactor }", 'import { todo } from "./todo/support.js";\n'],
    ["src/templates/plugins/index.ts", "];\n\nexport const findPlugin", ", todo"],
    ["docs/plugins/README.md", "\n## Add one", "| [`todo`](todo.md) | what users have yet to do |\n"],
    ["test/messages/texts.test.ts", "];\n\nconst asEnglish", '"todo"'],
  ],
  provider: [],
  language: [["docs/guides/languages.md", "\n", "- `it`\n"]],
  command: [
    ["src/commands/index.ts", "  info: ()", '  toy: () => import("./toy/command.js"),\n'],
    ["src/commands/manifest/manifest.ts", '  {\n    name: "info"', toyCommand()],
  ],
};

function todoImports(): string {
  return [
    'import { messages as todoTexts, type TodoMessages } from "./todo/messages.js";',
    'import { pages as todo, type TodoPages } from "./todo/page-table.js";',
    "",
  ].join("\n");
}

function toyCommand(): string {
  return '  { name: "toy", help: "say what it is", flags: [], examples: ["auth toy"] },\n';
}

const kinds = Object.keys(lines) as (keyof typeof lines)[];
const newFolders = (kind: string): readonly string[] =>
  readdirSync(path.join(toys, kind), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => path.relative(path.join(toys, kind), parentPath).replaceAll("\\", "/"));

/** A folder that gets new files is one place with what changes in it; so is each file that changes elsewhere. */
function placesOf(kind: keyof typeof lines): readonly string[] {
  const folders = newFolders(kind);
  const changed = lines[kind].map(([file]) => file);
  return [...new Set([...folders, ...changed.filter((file) => !folders.includes(path.posix.dirname(file)))])];
}

function addLine([file, before, line]: Line): void {
  const target = path.join(copy, file);
  const text = readFileSync(target, "utf8");
  expect(text, `${file} has ${before}`).toContain(before);
  writeFileSync(
    target,
    text.replace(before, () => line + before),
  );
}

/** What the copy does, said by a program that is made of its sources. */
async function drive(program: string): Promise<unknown> {
  const file = path.join(copy, "drive.mjs");
  await build({
    stdin: { contents: program, resolveDir: copy, loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    conditions: ["authwright-source"],
  });
  const { code, stdout, stderr } = await run(process.execPath, [file], { cwd: copy });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  for (const name of [
    "src",
    "bin",
    "scripts",
    "docs/plugins",
    "docs/guides",
    "package.json",
    "tsconfig.json",
  ])
    cpSync(path.join(projectRoot, name), path.join(copy, name), { recursive: true });
  cpSync(path.join(projectRoot, "test/messages"), path.join(copy, "test/messages"), { recursive: true });
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(copy, "node_modules"), "dir");
  for (const kind of kinds) {
    cpSync(path.join(toys, kind), copy, { recursive: true });
    for (const line of lines[kind]) addLine(line);
  }
  const made = await run(process.execPath, ["scripts/generate.mjs"], { cwd: copy });
  expect(made.code, made.stderr).toBe(0);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

test.each([
  ["plugin", 6],
  ["provider", 1],
  ["language", 3],
  ["command", 4],
] as const)("a %s takes at most %d places", (kind, most) => {
  const places = placesOf(kind);
  expect(places.length, places.join("\n")).toBeLessThanOrEqual(most);
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
    import { MemoryAdapter } from "./src/runtime/adapters/memory.js";
    import german from "./src/runtime/messages/de.js";
    import italian from "./src/runtime/messages/it.js";
    import { todo } from "./src/runtime/plugins/todo/index.js";

    const config = {
      secret: "a secret that is long enough for a test",
      trustHost: ["localhost:3000"],
      adapter: MemoryAdapter(),
      providers: [],
      plugins: [todo()],
      pageAddresses: true,
      messages: [german, italian],
    };
    const ask = async (address, language) => {
      const headers = { "accept-language": language, host: "localhost:3000" };
      const answer = await Auth(new Request("http://localhost:3000" + address, { headers }), config);
      return { status: answer.status, text: await answer.text() };
    };
    const page = await ask("/to-do", "de");
    const signIn = await ask("/sign-in", "it");
    console.log(JSON.stringify({
      page: [page.status, page.text.includes("Nothing is left to do."), page.text.includes('lang="de"')],
      signIn: [signIn.status, signIn.text.includes('lang="it"')],
    }));
  `);
  expect(shown).toEqual({ page: [200, true, true], signIn: [200, true] });
});

test("the command runs", async () => {
  const said = await drive(`
    import { main } from "./src/commands/index.js";

    process.exitCode = await main(["toy", "--json"]);
  `);
  expect(said).toMatchObject({ ok: true, result: { is: "a toy" } });
});

test("the command line knows the plugin, its page and the provider", async () => {
  const known = await drive(`
    import { standardPages } from "./src/cli/source/configuration/page-addresses.js";
    import { catalog } from "./src/providers/catalog.js";
    import { findPlugin, pluginTables } from "./src/templates/plugins/index.js";

    console.log(JSON.stringify({
      plugin: findPlugin("todo").subpath,
      tables: pluginTables.map(({ name }) => name).filter((name) => name === "auth_todo"),
      page: standardPages(["todo"]).at(-1),
      provider: catalog.find(({ id }) => id === "toy").name,
    }));
  `);
  expect(known).toEqual({
    plugin: "authwright/plugins/todo",
    tables: ["auth_todo"],
    page: { name: "todo", path: "/todo", address: "/to-do" },
    provider: "Toy",
  });
});
