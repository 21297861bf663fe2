import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let folder: string;
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const add = (...args: string[]) => runMain(folder, ["add-provider", ...args]);
const remove = (...args: string[]) => runMain(folder, ["remove-provider", ...args]);
/** Every file but the journals, which remember both commands. */
const tree = () =>
  Object.fromEntries(Object.entries(snapshotOf(folder)).filter(([file]) => !file.startsWith(".auth")));

beforeEach(async () => {
  folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install"]);
});
afterEach(removeProjects);

test.each(["google", "vk", "oidc"])("%s: add, then remove, leaves every file as it was", async (id) => {
  const before = tree();
  expect((await add(id, "--json")).code).toBe(0);
  expect(tree()).not.toEqual(before);
  const result = await remove(id, "--json");
  expect(result.code, result.stdout).toBe(0);
  expect(tree()).toEqual(before);
  expect(JSON.parse(result.stdout)).toMatchObject({
    ok: true,
    command: "remove-provider",
    result: { providers: [{ id, removed: true }], env: { kept: [] } },
    warnings: [],
  });
});

test("several at once, in files without a line break at their end and with CRLF", async () => {
  for (const file of [".env", ".env.example", "src/auth.ts"])
    write(file, read(file).trimEnd().replaceAll("\n", "\r\n"));
  const before = tree();
  await add("google", "discord", "gitlab");
  expect(read("src/auth.ts")).toContain("GitLab");
  expect((await remove("discord", "google", "gitlab")).code).toBe(0);
  expect(tree()).toEqual(before);
});

test("a filled value stays, with the line that may go; the value shows nowhere", async () => {
  await add("google", "--client-id", "my-client-id-000");
  write(".env.example", `${read(".env.example")}AUTH_GOOGLE_ISSUER=https://issuer.example.com\n`);
  for (const flags of [["--dry-run"], ["--verbose"]]) {
    const { code, stdout, stderr } = await remove("google", ...flags);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/\.env: AUTH_GOOGLE_ID \(line \d+\) may go/);
    expect(stderr).toMatch(/\.env\.example: AUTH_GOOGLE_ISSUER \(line \d+\) may go/);
    expect(stdout + stderr).not.toContain("my-client-id-000");
  }
  expect(read(".env")).toContain("AUTH_GOOGLE_ID=my-client-id-000\n");
  expect(read(".env")).not.toContain("AUTH_GOOGLE_SECRET");
  expect(read(".env.example")).not.toMatch(/AUTH_GOOGLE_(?:ID|SECRET)/);
});

test("undo brings the entry and the variables back, byte for byte; the journal holds no value", async () => {
  await add("google", "--client-id", "my-client-id-000");
  const before = tree();
  await remove("google");
  expect(tree()).not.toEqual(before);
  const journals = Object.entries(snapshotOf(folder))
    .filter(([file]) => file.startsWith(".auth/journal/"))
    .map(([file]) => read(file));
  expect(journals).toHaveLength(3);
  expect(journals.join()).not.toContain("my-client-id-000");
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(tree()).toEqual(before);
});

test("a dry run shows the diff and writes nothing", async () => {
  await add("google");
  const before = snapshotOf(folder);
  const { code, stdout } = await remove("google", "--dry-run");
  expect(code).toBe(0);
  expect(stdout).toContain('-import Google from "authwright/providers/google";');
  expect(stdout).toContain("-AUTH_GOOGLE_ID=");
  expect(snapshotOf(folder)).toEqual(before);
});

test("an entry of a person: alias, own variables and comments", async () => {
  write(
    "src/auth.ts",
    read("src/auth.ts")
      .replace(/^import GitHub .*$/m, 'import Hub from "authwright/providers/github"; // ours')
      .replace("[GitHub]", "[\n    // The team.\n    Hub({ clientId: process.env.HUB_ID }), // keep me\n  ]"),
  );
  write(".env", `${read(".env")}HUB_ID=something\n`);
  const result = await remove("github");
  expect(result.code, result.stderr).toBe(0);
  expect(result.stderr).toContain("No provider is left");
  expect(result.stderr).toMatch(/HUB_ID \(line \d+\) may go/);
  expect(result.stderr).not.toContain("something");
  expect(read("src/auth.ts")).toContain("providers: [\n    // The team.\n    // keep me\n  ],");
  expect(read("src/auth.ts")).toMatch(/^\/\/ ours$/m);
  expect(read("src/auth.ts")).not.toContain("authwright/providers");
});

test("a provider with an id of its own is known by the configuration", async () => {
  write(
    "src/auth.ts",
    read("src/auth.ts").replace("[GitHub]", '[GitHub, { id: "acme", name: "Acme", type: "oidc" }]'),
  );
  expect((await remove("acme")).code).toBe(0);
  expect(read("src/auth.ts")).toContain("providers: [GitHub],");
});

test("a variable that other code of the configuration reads stays", async () => {
  await add("google");
  write("src/auth.ts", `${read("src/auth.ts")}\nexport const flag = process.env["AUTH_GOOGLE_ID"] !== "";\n`);
  await remove("google");
  expect(read(".env")).toContain("AUTH_GOOGLE_ID=\n");
  expect(read(".env")).not.toContain("AUTH_GOOGLE_SECRET");
});

test.each([
  ["process.env.AUTH_GOOGLE_ID"],
  ["z.object({ AUTH_GOOGLE_ID: z.string() }).parse(process.env)"],
  ['["AUTH_GOOGLE_ID"].map((name) => process.env[name])'],
])("F-33: a variable that another file demands stays, and the file is named: %s", async (demand) => {
  await add("google");
  write("src/env.ts", `// AUTH_GOOGLE_SECRET is not named here\nexport const all = ${demand};\n`);
  const { stderr } = await remove("google");
  for (const file of [".env", ".env.example"]) {
    expect(read(file)).toContain("AUTH_GOOGLE_ID=\n");
    expect(read(file)).not.toContain("AUTH_GOOGLE_SECRET");
  }
  expect(stderr).toContain("AUTH_GOOGLE_ID stays: src/env.ts names it.");
});

test("what is not in the configuration is nothing to do", async () => {
  const before = snapshotOf(folder);
  const result = await remove("google");
  expect(result.code).toBe(0);
  expect(result.stderr).toContain("Nothing to do");
  expect(snapshotOf(folder)).toEqual(before);
});

test.each([
  [["gogle"], 2, "Did you mean google?"],
  [["nothing-like-it"], 2, "auth providers <words>"],
  [["google", "--config", "src/nowhere.ts"], 1, "--config"],
  [["google", "--env", "../.env"], 2, "out of the project"],
  [[], 2, "missing required argument"],
])("%j ends with %i and says %s", async (args, code, words) => {
  const before = snapshotOf(folder);
  const result = await remove(...args);
  expect(result.code).toBe(code);
  expect(result.stderr.toLowerCase()).toContain(words.toLowerCase());
  expect(snapshotOf(folder)).toEqual(before);
});

test("an entry that cannot be taken out: exit 3, file and line, nothing written", async () => {
  write(
    "src/auth.ts",
    read("src/auth.ts").replace("[GitHub]", "[process.env.LIVE ? GitHub : { id: 'fake', type: 'oidc' }]"),
  );
  const before = snapshotOf(folder);
  const result = await remove("github");
  expect(result.code).toBe(3);
  expect(result.stderr).toMatch(/src\/auth\.ts:\d+/);
  expect(result.stderr).toContain("By hand:");
  expect(snapshotOf(folder)).toEqual(before);
});

test("F-22 env files that add-provider made and that become empty go; undo brings them back", async () => {
  for (const file of [".env", ".env.example"]) rmSync(path.join(folder, file));
  const before = tree();
  expect((await add("google")).code).toBe(0);
  const added = tree();
  const result = await remove("google");
  expect(result.code, result.stderr).toBe(0);
  expect(result.stderr).toMatch(/- remove +\.env +nothing is left in it/);
  expect(tree()).toEqual(before);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(tree()).toEqual(added);
});

test("F-22 an env file of the person's own stays, though it is empty then", async () => {
  write(".env.mine", "");
  write(".gitignore", `${read(".gitignore")}.env.mine\n`);
  const before = tree();
  await add("google", "--env", ".env.mine");
  expect(tree()).not.toEqual(before);
  expect((await remove("google", "--env", ".env.mine")).code).toBe(0);
  expect(tree()).toEqual(before);
});
