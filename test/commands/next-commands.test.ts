/** `next` of the JSON document: what a program runs after a run that was refused, left something open or was dry. */
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { errorCodes, type ErrorCode } from "../../src/cli/terminal/error-codes.js";
import { CliError } from "../../src/cli/terminal/errors.js";
import { nextCommands } from "../../src/cli/terminal/next-commands.js";
import { commandThere } from "../../src/cli/project/start-command.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = ["init", "--yes", "--no-install", "--provider", "github"];

interface Document {
  readonly ok: boolean;
  readonly plan?: { readonly id: string };
  readonly error?: { readonly code: string };
  readonly next?: readonly { readonly command: string; readonly why: string }[];
}

async function json(folder: string, ...args: readonly string[]): Promise<Document> {
  const all = args.includes("--json") ? args : [...args, "--json"];
  return JSON.parse((await runMain(folder, all)).stdout);
}

/** The words of a command of `next`, as the shell hands them over; without npx and auth. */
const wordsOf = (command: string): string[] => {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
  expect(words.slice(0, 1)).toEqual(["npx"]);
  return words.slice(words.indexOf("authwright") + 1);
};

test.each(Object.keys(errorCodes) as ErrorCode[])("%s has a command", (code) => {
  const [first, ...rest] = nextCommands(new CliError(code, "What happened."), "protect", ["protect", "/a b"]);
  expect(rest).toEqual([]);
  expect(first?.command).toMatch(/^(?:npx|npm) \S/);
  expect(first?.command).not.toMatch(/[<>]/);
  expect(first?.why).toMatch(/\S{3}.*\.$/);
});

test("words that a shell would split or expand are quoted", () => {
  const failure = new CliError("AUTH_E_FILE", "The disk is full.");
  const [next] = nextCommands(failure, "protect", ["protect", "/a b", "/teams/*/it's", "/plain-1"]);
  expect(next?.command).toBe(String.raw`npx auth protect '/a b' '/teams/*/it'\''s' /plain-1`);
});

test.each([
  ["a mistyped command", ["add-provder", "google"], "npx authwright add-provider google --json"],
  ["a mistyped flag", ["init", "--frameork", "express"], "npx authwright init --framework express --json"],
  ["half a command", ["secret"], "npx authwright secret generate"],
  ["a value that cannot be", ["protect", "account"], undefined],
  ["no such provider", ["add-provider", "gogle"], "npx --no authwright add-provider google"],
  ["nothing set up", ["protect", "/account"], "npx authwright init"],
])("%s", async (_what, args, command) => {
  const folder = copyProject("express-esm-ts");
  if (args.includes("gogle")) await runMain(folder, init);
  const { ok, next = [] } = await json(folder, ...args);
  expect(ok).toBe(false);
  expect(next.length).toBeGreaterThan(0);
  if (command !== undefined) expect(next[0]?.command).toBe(command);
});

test("several configurations: each is offered, and the first one offered works", async () => {
  const folder = copyProject("express-esm-ts");
  const code = `import { createAuth } from "authwright/express";
import GitHub from "authwright/providers/github";

export const auth = createAuth({ providers: [GitHub] });
`;
  for (const name of ["one", "two"]) writeFileSync(path.join(folder, "src", `${name}.ts`), code);
  const { error, next = [] } = await json(folder, "add-provider", "google");
  expect(error?.code).toBe("AUTH_E_SEVERAL_CONFIGS");
  expect(next.map(({ command }) => command)).toEqual([
    "npx authwright add-provider google --json --config src/one.ts",
    "npx authwright add-provider google --json --config src/two.ts",
  ]);
  expect((await runMain(folder, wordsOf(next[0]?.command ?? ""))).code).toBe(0);
});

test("plugins that init does not add: the command that does", async () => {
  const folder = copyProject("express-esm-ts");
  await runMain(folder, init);
  const { next = [] } = await json(folder, "init", "--plugin", "password", "--yes");
  expect(next[0]?.command).toBe("npx --no authwright add-plugin password");
});

test("an answer that is missing: each possible one", async () => {
  const folder = copyProject("empty");
  writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ name: "app", type: "module", dependencies: { express: "5", fastify: "5" } }),
  );
  const { error, next = [] } = await json(folder, "init", "--no-input");
  expect(error?.code).toBe("AUTH_E_MISSING_ANSWER");
  expect(next.map(({ command }) => command)).toContain(
    "npx authwright init --no-input --json --framework fastify",
  );
});

test("a dry run: what carries out this plan; the plan of another project state is refused", async () => {
  const folder = copyProject("express-esm-ts");
  await runMain(folder, init);
  const { plan, next = [] } = await json(folder, "add-provider", "google", "--dry-run");
  expect(next[0]?.command).toBe(`npx --no authwright add-provider google --json --yes --plan ${plan?.id}`);
  const words = wordsOf(next[0]?.command ?? "");
  const before = snapshotOf(folder);
  const other = await runMain(
    folder,
    words.map((word) => (word === "google" ? "discord" : word)),
  );
  expect(other.code).toBe(3);
  expect(JSON.parse(other.stdout)).toMatchObject({ error: { code: "AUTH_E_ANOTHER_PLAN" } });
  expect(snapshotOf(folder)).toEqual(before);
  expect((await runMain(folder, words)).code).toBe(0);
  const again = await runMain(folder, words);
  expect(again.code).toBe(3);
});

test("a workspace has a plan for each package, so --plan of one is refused before anything is written", async () => {
  const folder = copyProject("empty");
  const manifest = (name: string, more: object) => JSON.stringify({ name, private: true, ...more });
  writeFileSync(path.join(folder, "package.json"), manifest("all", { workspaces: ["a", "b"] }));
  for (const name of ["a", "b"]) {
    mkdirSync(path.join(folder, name));
    const dependencies = { express: "5", "@auth/express": "0.12.3" };
    writeFileSync(path.join(folder, name, "package.json"), manifest(name, { type: "module", dependencies }));
    const code =
      'import { ExpressAuth } from "@auth/express";\nexport const auth = ExpressAuth({ providers: [] });\n';
    writeFileSync(path.join(folder, name, "auth.js"), code);
  }
  const before = snapshotOf(folder);
  const { code, stderr } = await runMain(folder, ["migrate", "--no-install", "--plan", "0123456789ab"]);
  expect(code, stderr).toBe(2);
  expect(stderr).toContain("There are 2 plans here");
  expect(snapshotOf(folder)).toEqual(before);
});

test.each([
  [["token", "decode", "0f3a-a-session-of-a-database"]],
  [["token", "decode", `eyJ${"x".repeat(300)}.a.b.c.d`]],
  [["tokn", "decode", "0f3a-a-session-of-a-database"]],
  [["token", "decod", "0f3a-a-session-of-a-database"]],
  [["token", "decode", "--vebose", "0f3a-a-session-of-a-database"]],
  [["inti", `eyJ${"x".repeat(300)}.a.b.c.d`]],
])("a token that was typed is not repeated: %j", async (args) => {
  const { stdout } = await runMain(copyProject("empty"), [...args, "--json"]);
  const { next } = JSON.parse(stdout);
  expect(next.length).toBeGreaterThan(0);
  for (const word of ["a-session-of-a-database", "xxxxx"]) expect(JSON.stringify(next)).not.toContain(word);
});

test("words behind -- stay behind the flags that are added", async () => {
  const folder = copyProject("express-esm-ts");
  await runMain(folder, init);
  const { plan, next = [] } = await json(folder, "add-provider", "--dry-run", "--json", "--", "google");
  expect(next[0]?.command).toBe(`npx --no authwright add-provider --json --yes --plan ${plan?.id} -- google`);
  expect((await runMain(folder, wordsOf(next[0]?.command ?? ""))).code).toBe(0);
});

/** A member of a workspace with this lock file. */
function memberWith(lock: string): string {
  const folder = copyProject("empty");
  const member = path.join(folder, "apps/shop");
  mkdirSync(path.dirname(member), { recursive: true });
  cpSync(copyProject("express-esm-ts"), member, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{ "private": true, "workspaces": ["apps/*"] }\n');
  if (lock.startsWith("pnpm"))
    writeFileSync(path.join(folder, "pnpm-workspace.yaml"), "packages: [apps/*]\n");
  writeFileSync(path.join(folder, lock), "");
  return member;
}

test.each([
  ["package-lock.json", "npx --no authwright", "npx authwright", "npm"],
  ["pnpm-lock.yaml", "node_modules/.bin/auth", "pnpm dlx authwright", "pnpm"],
  ["yarn.lock", "node_modules/.bin/auth", "yarn dlx authwright", "yarn"],
  ["bun.lock", "node_modules/.bin/auth", "bun x authwright", "bun"],
])("N1: %s: in the words of its package manager", (lock, installed, loaded, manager) => {
  const cwd = memberWith(lock);
  const there = (command: string) =>
    commandThere(command, { from: cwd, cwd, flag: undefined, userAgent: undefined });
  expect(there("npx auth protect /a")).toBe(`${loaded} protect /a`);
  expect(there("npm install")).toBe(`${manager} install`);
  writeFileSync(path.join(cwd, "package.json"), '{ "dependencies": { "authwright": "^0.1.0" } }\n');
  expect(there("npx auth protect /a")).toBe(`${installed} protect /a`);
  expect(there("npx authwright init")).toBe(`${installed} init`);
  expect(there("npm test")).toBe("npm test");
});

test("a run says it so, and --package-manager has the last word", async () => {
  const member = memberWith("pnpm-lock.yaml");
  const dry = await json(member, ...init, "--dry-run");
  expect(dry.next?.[0]?.command).toBe(
    `pnpm dlx authwright init --no-install --provider github --json --yes --plan ${dry.plan?.id}`,
  );
  const other = await json(member, "protect", "/orders", "--package-manager", "yarn");
  expect(other.next?.[0]?.command).toBe("yarn dlx authwright init");
});
