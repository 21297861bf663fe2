/** `auth add-adapter drizzle` over schemas of every shape: its own lines are added and no other byte changes. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { makeWorkshop } from "../docs/project.js";
import { config, database, drizzleFixtures, drizzleRefusals } from "../fixtures/schemas/drizzle.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { shownDrift } from "../support/tables.js";
import { typeErrors } from "../support/type-check.js";

let folder: string;
const add = (...flags: string[]) =>
  runMain(folder, ["add-adapter", "drizzle", "--yes", "--no-install", ...flags]);
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
afterEach(removeProjects);

async function start(files: Readonly<Record<string, string>>, project = "express-esm-ts") {
  folder = copyProject(project);
  for (const [file, content] of Object.entries(files)) write(file, content);
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
}

/** The old lines stand in the new text in their order, each whole or with one piece put in. */
function expectOnlyInserted(before: string, after: string, file: string) {
  const lines = after.split("\n");
  const isIn = (old: string, line: string) =>
    line.length > old.length &&
    [...old, ""].some((_, at) => line.startsWith(old.slice(0, at)) && line.endsWith(old.slice(at)));
  let next = 0;
  for (const old of before.split("\n").filter((one) => one.trim() !== "")) {
    const from = (fits: (line: string) => boolean) => lines.findIndex((line, at) => at >= next && fits(line));
    const whole = from((line) => line === old);
    const found = whole === -1 ? from((line) => isIn(old, line)) : whole;
    expect(found, `${file}: ${old}`).not.toBe(-1);
    next = found + 1;
  }
}

const isCode = (file: string) => /\.[cm]?[jt]s$/.test(file) && !file.includes("drizzle.config");
/** Code of every fixture after its run, by fixture. */
const written = new Map<string, Readonly<Record<string, string>>>();

const noIndex = (table: string, column: string) =>
  `hint AUTH_D_SCHEMA_INDEX ${table} has no index on ${column}.`;
const folds = (level: string, column: string) =>
  `${level} AUTH_D_SCHEMA_COLLATION ${column} takes upper and lower case for the same.`;
const sessionIndexes = ["userId", "expires"].map((column) => noIndex("sessions", column));
const publishedIndexes = [
  noIndex("accounts", "userId"),
  ...sessionIndexes,
  noIndex("verificationTokens", "expires"),
];
/** Tables that were there before stay without indexes: the doctor says so, and nothing else. */
const ownFaults: Readonly<Record<string, readonly string[]>> = {
  "users by what they hold, named by their accounts": [noIndex("accounts", "userId")],
  "the tables of the published adapter, as objects, in part": [
    noIndex("accounts", "userId"),
    ...sessionIndexes,
  ],
  "accounts without the provider's tokens": [noIndex("oauthAccounts", "userId")],
  "the tables of the published adapter": publishedIndexes,
  "what drizzle-kit pull writes of them": publishedIndexes,
  "a whole starter, columns by a function": [
    noIndex("sessions", "expires"),
    noIndex("verificationTokens", "expires"),
    noIndex("authenticators", "userId"),
  ],
  "the tables of the published adapter, for SQLite": publishedIndexes,
  "the tables of the published adapter, for MySQL": [
    folds("warning", "accounts.providerAccountId"),
    noIndex("sessions", "expires"),
    folds("warning", "sessions.sessionToken"),
    noIndex("verificationTokens", "expires"),
    folds("hint", "verificationTokens.token"),
    folds("hint", "authenticators.credentialID"),
  ],
};

describe("schemas", () => {
  test.each(drizzleFixtures)("$name", async ({ name, files, lines = [], added = [], isComplete = false }) => {
    await start(files);
    const before = snapshotOf(folder);
    const result = await add();
    expect(result.code, result.stderr).toBe(0);
    const after = snapshotOf(folder);
    const created = Object.keys(after).filter((file) => !(file in before) && isCode(file));
    expect(created.sort()).toEqual([...added, "src/auth-store.ts"].sort());
    for (const [file, text] of Object.entries(files)) {
      if (isComplete) expect(read(file)).toBe(text);
      else expectOnlyInserted(text, read(file), file);
      const breaks = read(file).split("\n").length - read(file).split("\r\n").length;
      if (text.includes("\r\n")) expect(breaks).toBe(0);
    }
    const code = Object.fromEntries(
      Object.keys(after)
        .filter((file) => isCode(file) && file.startsWith("src/"))
        .map((file) => [file, read(file)]),
    );
    const whole = Object.values(code).join("\n").split(/\r?\n/);
    for (const line of lines) expect(whole.map((one) => one.trim())).toContain(line);
    expect(read("src/auth-store.ts")).toContain("DrizzleAdapter(db, {");
    written.set(name, code);
    expect(await shownDrift(folder)).toEqual(ownFaults[name] ?? []);
    expect((await add()).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("there are many of them, and their code holds against the types of drizzle-orm", () => {
    expect(drizzleFixtures.length).toBeGreaterThan(39);
    expect(written.size).toBe(drizzleFixtures.length);
    const ahead = new Set(drizzleFixtures.filter(({ isAhead }) => isAhead).map(({ name }) => name));
    const home = makeWorkshop();
    try {
      for (const [at, [name, code]] of [...written].entries())
        for (const [file, text] of Object.entries(code)) {
          if (file === "src/server.ts" || file === "src/auth.ts" || ahead.has(name)) continue;
          const target = path.join(home, String(at), file);
          mkdirSync(path.dirname(target), { recursive: true });
          writeFileSync(target, text);
        }
      const modules = { target: "es2022", module: "nodenext", types: ["node"] };
      const compilerOptions = { ...modules, strict: true, skipLibCheck: true, allowJs: true };
      const settings = { compilerOptions, include: ["*/src"], exclude: ["node_modules"] };
      writeFileSync(path.join(home, "tsconfig.json"), JSON.stringify(settings));
      expect(typeErrors(home)).toBe("");
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
});

describe("refused with file, line and snippet, and nothing is written", () => {
  test.each(drizzleRefusals)("%s", async (_name, files, message) => {
    await start(files);
    const before = snapshotOf(folder);
    const { code, stderr } = await add();
    expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

const setup = {
  "drizzle.config.ts": config("postgresql", '"./src/db/schema.ts"'),
  "src/db/index.ts": database("postgresql"),
  "src/db/schema.ts":
    'import { pgTable, serial, text } from "drizzle-orm/pg-core";\n\nexport const users = pgTable("users", {\n  id: serial().primaryKey(),\n  email: text().unique(),\n});\n',
};

describe("the database and what follows", () => {
  test.each([
    ["export const db = drizzle(url);", "{ db, users", "DrizzleAdapter(db, {"],
    [
      "const db = drizzle({ client, schema });\nexport { db as shop };",
      "{ shop, users",
      "DrizzleAdapter(shop, {",
    ],
    [
      "const make = () => drizzle(url);\nexport default globalThis.db ?? make();",
      "db",
      "DrizzleAdapter(db, {",
    ],
  ])("one that the project exports is used and not touched: %s", async (code, binding, call) => {
    const text = `import { drizzle } from "drizzle-orm/node-postgres";\n${code}\n`;
    const isBeside = binding.includes("users");
    const tables = setup["src/db/schema.ts"];
    await start({
      "drizzle.config.ts": config("postgresql", isBeside ? '"./src/shop.ts"' : '"./src/db/schema.ts"'),
      "src/shop.ts": isBeside ? text + tables : text,
      ...(isBeside ? {} : { "src/db/schema.ts": tables }),
    });
    const { code: exit, stderr } = await add();
    expect([exit, stderr]).toEqual([0, expect.stringContaining("over src/shop.ts")]);
    expect(read("src/auth-store.ts")).toContain(`import ${binding}`);
    expect(read("src/auth-store.ts")).toContain(call);
    expect(read("src/shop.ts").includes(code)).toBe(true);
  });

  test("the configuration gets the store, a strategy that was asked for, and the package", async () => {
    await start(setup);
    expect((await add("--session", "jwt")).code).toBe(0);
    expect(read("src/auth.ts")).toContain('  adapter: authStore,\n  session: { strategy: "jwt" },\n');
    expect(JSON.parse(read("package.json")).dependencies["drizzle-orm"]).toMatch(/^\^0\.\d+/);
  });

  test.each([
    ["generate", { build: "tsc" }, "npx drizzle-kit generate, then npx drizzle-kit migrate"],
    [
      "generate",
      { "db:make": "drizzle-kit generate", "db:push": "drizzle-kit push" },
      "npx drizzle-kit generate",
    ],
    ["push", { "db:push": "drizzle-kit push --force" }, "npx drizzle-kit push"],
  ])("what to run is said by the scripts (%s)", async (_name, scripts, wanted) => {
    folder = copyProject("express-esm-ts");
    write("package.json", JSON.stringify({ ...JSON.parse(read("package.json")), scripts }));
    for (const [file, content] of Object.entries(setup)) write(file, content);
    await runMain(folder, ["init", "--yes", "--no-install"]);
    expect((await add()).stderr).toContain(`Make the tables: ${wanted}`);
  });

  test("the configuration that scripts name is read", async () => {
    folder = copyProject("express-esm-ts");
    const scripts = { push: "drizzle-kit push --config=tools/kit.ts" };
    write("package.json", JSON.stringify({ ...JSON.parse(read("package.json")), scripts }));
    write("tools/kit.ts", config("postgresql", '"./src/tables.ts"'));
    write("src/tables.ts", setup["src/db/schema.ts"]);
    write("src/db/index.ts", database("postgresql"));
    await runMain(folder, ["init", "--yes", "--no-install"]);
    expect((await add()).code).toBe(0);
    expect(read("src/tables.ts")).toContain("export const accounts = pgTable(");
  });

  test("columns that not each way of signing in fills are warned about, with file and line", async () => {
    const text = setup["src/db/schema.ts"].replace("email:", "name: text().notNull(),\n  email:");
    await start({ ...setup, "src/db/schema.ts": text });
    const { warnings } = JSON.parse((await add("--json")).stdout);
    expect(warnings).toContainEqual({
      code: "AUTH_W_REQUIRED_COLUMNS",
      message: expect.stringContaining("users.name (src/db/schema.ts:5)"),
    });
  });

  test("with auth init", async () => {
    folder = copyProject("express-esm-ts");
    for (const [file, content] of Object.entries(setup)) write(file, content);
    const { code } = await runMain(folder, ["init", "--adapter", "drizzle", "--yes", "--no-install"]);
    expect(code).toBe(0);
    expect(read("src/auth.ts")).toContain("adapter: authStore");
    expect(read("src/db/schema.ts")).toContain("export const authenticators = pgTable(");
  });

  test("by alias and without endings where a bundler resolves", async () => {
    await start({ ...setup }, "next-app-ts");
    expect((await add()).code).toBe(0);
    const [file = ""] = Object.keys(snapshotOf(folder)).filter((one) => one.endsWith("auth-store.ts"));
    expect(read(file)).toMatch(/from "(?:@\/|\.\/)src\/db\/schema"/);
  });

  test("CommonJS: required, and exported as the project exports", async () => {
    await start(
      {
        "drizzle.config.js": 'module.exports = { schema: "./db/tables", dialect: "sqlite" };\n',
        "db/index.js":
          'const { drizzle } = require("drizzle-orm/libsql");\n\nconst db = drizzle("file:shop.db");\n\nmodule.exports = { db };\n',
        "db/tables/posts.js":
          'const { sqliteTable, text } = require("drizzle-orm/sqlite-core");\n\nconst posts = sqliteTable("posts", { id: text("id").primaryKey() });\n\nmodule.exports = { posts };\n',
      },
      "express-cjs",
    );
    const before = snapshotOf(folder);
    expect((await add()).code).toBe(0);
    const tables = read("db/tables/auth.js");
    expect(tables).toMatch(/^const \{ index, integer, primaryKey, sqliteTable, text \} = require\(/);
    expect(tables).toMatch(
      /\nmodule\.exports = \{ users, accounts, sessions, verificationTokens, authenticators \};\n$/,
    );
    const [file = ""] = Object.keys(snapshotOf(folder)).filter((one) => one.endsWith("auth-store.js"));
    expect(read(file)).toMatch(/const \{ db \} = require\("\.{1,2}\/db\/index\.js"\);/);
    const after = snapshotOf(folder);
    expect((await add()).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("nothing of the project is run", async () => {
    const trap = 'throw new Error("executed");\n';
    await start({
      ...setup,
      "drizzle.config.ts": setup["drizzle.config.ts"] + trap,
      "src/db/schema.ts": setup["src/db/schema.ts"] + trap,
    });
    expect((await add()).code).toBe(0);
  });
});
