/** Every command with --json: one document that the published schema accepts, in success and in failure. */
import { readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterEach, describe, expect, test, vi } from "vitest";
import { documentSchema, resultSchemas } from "../../src/commands/manifest/document-schema.js";
import { commands } from "../../src/commands/manifest/manifest.js";
import { encode } from "../../src/runtime/jwt.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);
const secret = "test-secret-test-secret-test-secret-000";
const validate = new Ajv2020({
  strict: true,
  strictRequired: false,
  allErrors: true,
  formats: { "date-time": true },
}).compile(documentSchema);
const token = await encode({ token: { sub: "1" }, secret, salt: "authjs.session-token" });

interface Run {
  readonly args: readonly string[];
  /** Commands that go before, in the same project. */
  readonly after?: readonly (readonly string[])[];
  readonly project?: string;
  readonly code?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const init = ["init", "--yes", "--no-install", "--provider", "github"];
const runs: Readonly<Record<string, readonly Run[]>> = {
  init: [{ args: init }, { args: init, after: [init] }, { args: ["init", "--provider", "nope"], code: 2 }],
  "add-provider": [
    { args: ["add-provider", "google"], after: [init] },
    { args: ["add-provider", "google", "--dry-run"], after: [init] },
    { args: ["add-provider", "google"], code: 1 },
  ],
  "remove-provider": [
    { args: ["remove-provider", "github"], after: [init] },
    { args: ["remove-provider", "nope"], after: [init], code: 2 },
  ],
  "add-adapter": [{ args: ["add-adapter", "kysely", "--no-install"], after: [init] }],
  "add-plugin": [
    { args: ["add-plugin", "account", "--adapter", "kysely", "--no-install"], after: [init] },
    { args: ["add-plugin", "account"], after: [init], code: 2 },
  ],
  "remove-plugin": [
    {
      args: ["remove-plugin", "account"],
      after: [init, ["add-plugin", "account", "--adapter", "kysely", "--no-install"]],
    },
    { args: ["remove-plugin", "nope"], after: [init], code: 2 },
  ],
  "add-role": [
    { args: ["add-role", "admin"], after: [init] },
    { args: ["add-role", "Admin"], after: [init], code: 2 },
  ],
  upgrade: [
    { args: ["upgrade"], after: [init] },
    { args: ["upgrade"], code: 1 },
  ],
  "add-docker": [
    { args: ["add-docker"], after: [init] },
    { args: ["add-docker"], code: 1 },
  ],
  protect: [
    { args: ["protect", "/account"], after: [init] },
    { args: ["protect", "account"], after: [init], code: 2 },
  ],
  "test init": [
    { args: ["test", "init"], after: [init] },
    { args: ["test", "init", "--dry-run"], after: [init] },
    { args: ["test", "init"], code: 1 },
  ],
  "secret generate": [{ args: ["secret", "generate"] }, { args: ["secret", "generate", "--write"] }],
  "secret rotate": [
    { args: ["secret", "rotate"], after: [init] },
    { args: ["secret", "rotate"], code: 2 },
  ],
  "secret check": [
    { args: ["secret", "check"], after: [init] },
    { args: ["secret", "check"], code: 1 },
  ],
  "db migrate": [
    { args: ["db", "migrate", "--dry-run"], env: { DATABASE_URL: "file:new.db" } },
    { args: ["db", "migrate"], code: 2 },
  ],
  // The project of these runs has no driver, and no file; test/commands/db.test.ts holds the documents of success.
  "db cleanup": [{ args: ["db", "cleanup"], env: { DATABASE_URL: "file:new.db" }, code: 1 }],
  // test/commands/users.test.ts holds the documents of success.
  ...Object.fromEntries(
    ["list", "show", "grant", "revoke", "ban", "unban", "sign-out"].map((verb) => [
      `users ${verb}`,
      [
        {
          args: ["users", verb, ...(verb === "list" ? [] : ["ada@example.com"])],
          env: { DATABASE_URL: "file:new.db" },
          code: 1,
        },
      ],
    ]),
  ),
  "token encode": [
    { args: ["token", "encode", '{"sub":"1"}'] },
    { args: ["token", "encode", "[]"], code: 2 },
  ],
  "token decode": [{ args: ["token", "decode", token] }, { args: ["token", "decode", "a.b.c"], code: 1 }],
  // It runs an app: success has a document only when the app prints none.
  dev: [{ args: ["dev", "--port", "none"], code: 2 }],
  // The package is named and not installed, which is a finding.
  doctor: [
    { args: ["doctor"], after: [init], code: 1 },
    { args: ["doctor"], code: 1 },
  ],
  migrate: [
    { args: ["migrate"], code: 2 },
    { args: ["migrate"], after: [init] },
  ],
  undo: [{ args: ["undo"], after: [init] }, { args: ["undo"] }, { args: ["undo", "nope"], code: 2 }],
  providers: [
    { args: ["providers", "git"] },
    { args: ["providers", "show", "github"] },
    { args: ["providers", "zzzz"], code: 2 },
  ],
  completion: [{ args: ["completion", "bash"] }, { args: ["completion", "tcsh"], code: 2 }],
  info: [{ args: ["info"] }],
  // Its stdout is a protocol: test/mcp.
  mcp: [],
};

test("every command has a run here, every result a schema of a command", () => {
  const names = commands.map(({ name }) => name);
  expect(
    Object.keys(runs)
      .filter((name) => names.includes(name))
      .sort(),
  ).toEqual([...names].sort());
  expect(Object.keys(resultSchemas).filter((name) => !names.includes(name))).toEqual([]);
});

const tried = commands.map(({ name }) => name).filter((name) => runs[name]?.length !== 0);
describe.each(tried)("%s", (name) => {
  test.each(runs[name] ?? [])("$args after $after", async ({ args, after = [], code = 0, env }) => {
    const folder = copyProject("express-esm-ts");
    for (const before of after) expect((await runMain(folder, before)).code).toBe(0);
    const ended = await runMain(folder, [...args, "--json"], {
      env: { AUTH_SECRET: name.startsWith("token") ? secret : "", ...env },
    });
    expect(ended.code, ended.stderr + ended.stdout).toBe(code);
    const document: unknown = JSON.parse(ended.stdout);
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
    expect(document).toMatchObject({
      command: name.split(" ")[0] === args[0] ? expect.any(String) : name,
      ok: code === 0,
    });
    expect(ended.stdout).not.toContain("\u001B");
  });
});

test("no command opens a connection: there is no telemetry, no update notice, no registry", async () => {
  const folder = copyProject("express-esm-ts");
  const connect = vi.spyOn(Socket.prototype, "connect").mockImplementation(() => {
    throw new Error("a connection");
  });
  const lookup = vi.spyOn(globalThis, "fetch").mockRejectedValue(new Error("a request"));
  try {
    await runMain(folder, init);
    for (const { name } of commands.filter((one) => one.name !== "dev")) {
      for (const { args } of runs[name] ?? []) await runMain(folder, args);
    }
    expect(connect).not.toHaveBeenCalled();
    expect(lookup).not.toHaveBeenCalled();
  } finally {
    connect.mockRestore();
    lookup.mockRestore();
  }
});

test("the schema refuses what it should", () => {
  const good = { schemaVersion: 1, ok: true, command: "undo", result: { id: "a", files: [] }, warnings: [] };
  expect(validate(good)).toBe(true);
  expect(validate({ ...good, ok: false })).toBe(false);
  expect(validate({ ...good, result: { id: "a" } })).toBe(false);
  expect(validate({ ...good, extra: 1 })).toBe(false);
  expect(validate({ ...good, command: "init" })).toBe(false);
});

test("--help --json is the manifest, or the part that was asked for", async () => {
  const all = JSON.parse((await runMain(projectRoot, ["--help", "--json"])).stdout);
  expect(all.result.commands).toHaveLength(commands.length);
  const some = JSON.parse((await runMain(projectRoot, ["secret", "--help", "--json"])).stdout);
  expect(some.result.commands.map((one: { name: string }) => one.name)).toContain("secret rotate");
  expect(some.result.commands.length).toBeLessThan(commands.length);
});

test("the published files say what the program says", () => {
  const published = (file: string): unknown =>
    JSON.parse(readFileSync(path.join(projectRoot, "docs/cli", file), "utf8"));
  expect(published("output.schema.json")).toEqual(JSON.parse(JSON.stringify(documentSchema)));
  expect(published("commands.json")).toMatchObject({ commands: JSON.parse(JSON.stringify(commands)) });
  const text = readFileSync(path.join(projectRoot, "llms.txt"), "utf8");
  for (const { name } of commands) expect(text).toContain(`\`auth ${name}`);
});

test("a secret in a file never reaches a document", async () => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(path.join(folder, ".env"), `AUTH_SECRET=${secret}\n`);
  for (const { name } of commands.filter((one) => one.name !== "dev")) {
    for (const args of [runs[name]?.[0]?.args ?? []]) {
      const { stdout, stderr } = await runMain(folder, [...args, "--json", "--verbose"]);
      expect(stdout + stderr, name).not.toContain(secret);
    }
  }
});
