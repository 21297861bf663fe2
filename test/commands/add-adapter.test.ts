import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { projectRoot } from "../architecture/source-tree.js";
import { answers } from "../adapters/servers.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { run } from "../support/process.js";
import { nativeCompiler } from "../support/type-check.js";

const databases = {
  sqlite: "unused",
  postgres: (await answers(5432)) && "postgres://postgres@127.0.0.1:5432/test",
  mysql: (await answers(3306)) && "mysql://root@127.0.0.1:3306/test",
};

let folder: string;
const init = ["init", "--yes", "--no-install"];
const add = (...flags: string[]) =>
  runMain(folder, ["add-adapter", "kysely", "--yes", "--no-install", ...flags]);
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const depend = (name: string) => {
  const text = JSON.parse(read("package.json"));
  text.dependencies[name] = "*";
  write("package.json", JSON.stringify(text, null, 2));
};
afterEach(removeProjects);

describe.each(["express-esm-ts", "express-esm-js", "express-cjs", "next-app-ts"])("%s", (name) => {
  beforeEach(async () => {
    folder = copyProject(name);
    expect((await runMain(folder, init)).code).toBe(0);
  });

  test("store, option, packages and ignore entry; the second run is empty, undo byte-identical", async () => {
    const before = snapshotOf(folder);
    const first = await add("--json");
    expect(JSON.parse(first.stdout)).toMatchObject({
      ok: true,
      warnings: [{ code: "AUTH_W_SESSIONS_MOVE" }],
    });
    expect(read(".gitignore")).toContain("auth.db*");
    expect(JSON.parse(read("package.json")).dependencies).toMatchObject({
      "@libsql/kysely-libsql": expect.any(String),
      kysely: expect.stringMatching(/^\^0\.28/),
    });
    const after = snapshotOf(folder);
    expect((await add()).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("the project's own ways", () => {
  beforeEach(async () => {
    folder = copyProject("express-esm-ts");
    await runMain(folder, init);
  });

  test("a Kysely instance that is there is used, whatever it is called, and not touched", async () => {
    const own =
      'import { Kysely, PostgresDialect } from "kysely";\n\nexport const database = new Kysely<Tables>({ dialect });\n';
    depend("kysely");
    write("src/db/client.ts", own);
    const { stderr } = await add();
    expect(stderr).toContain("src/db/client.ts");
    expect(read("src/auth-store.ts")).toContain('import { database } from "./db/client.js";');
    expect(read("src/auth-store.ts")).toContain(
      "KyselyAdapter(database.withTables<AuthTables>(), { migrate: true })",
    );
    expect(read("src/db/client.ts")).toBe(own);
    expect(read("package.json")).not.toContain("libsql");
  });

  test("pg and mysql2 in package.json decide the database; --dialect decides otherwise", async () => {
    depend("pg");
    await add();
    expect(read("src/auth-store.ts")).toContain("PostgresDialect");
    expect(read(".env")).toMatch(/^DATABASE_URL=$/m);
    expect(JSON.parse(read("package.json")).devDependencies).toHaveProperty("@types/pg");
    await runMain(folder, ["undo"]);
    await add("--dialect", "mysql");
    expect(read("src/auth-store.ts")).toContain("MysqlDialect");
  });

  test("--session jwt keeps sessions in cookies, and nobody is warned", async () => {
    const { stderr } = await add("--session", "jwt");
    expect(read("src/auth.ts")).toContain('session: { strategy: "jwt" },');
    expect(stderr).not.toContain("sign in once more");
  });

  test("credentials with sessions in a database are warned about", async () => {
    write(
      "src/auth.ts",
      read("src/auth.ts").replace("authwright/providers/github", "authwright/providers/credentials"),
    );
    expect((await add()).stderr).toContain("--session jwt");
  });

  test("comments above the first option stay with it; an option in a configuration on one line is added there", async () => {
    const text =
      'import Auth from "authwright/next"\nexport const { auth } = Auth({\n\t// who\n\tproviders: [], // none\n})\n';
    write("src/auth.ts", text);
    await add();
    expect(read("src/auth.ts")).toContain(
      "Auth({\n\tadapter: authStore,\n\t// who\n\tproviders: [], // none\n})",
    );
    await runMain(folder, ["undo"]);
    write(
      "src/auth.ts",
      'import Auth from "authwright/next"\nexport const { auth } = Auth({ providers: [] })\n',
    );
    await add();
    expect(read("src/auth.ts")).toContain("Auth({ adapter: authStore, providers: [] })");
  });

  test("another adapter is named, and nothing is written beside it", async () => {
    const text = read("src/auth.ts");
    const own = text.replace("providers: [", "adapter: PrismaAdapter(prisma),\n  providers: [");
    expect(own).not.toBe(text);
    write("src/auth.ts", own);
    const before = snapshotOf(folder);
    const { code, stderr } = await add();
    expect(code).toBe(3);
    expect(stderr).toMatch(/src\/auth\.ts:\d+: there is another adapter: PrismaAdapter\(prisma\)/);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("what cannot be read is refused with a snippet, and nothing is written", async () => {
    write(
      "src/auth.ts",
      'import Auth from "authwright/next"\nimport { make } from "elsewhere"\nexport default Auth(make("providers"))\n',
    );
    const before = snapshotOf(folder);
    const { code, stderr } = await add();
    expect(code).toBe(3);
    expect(stderr).toContain("adapter: authStore");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("an unknown adapter, database or strategy is named with the nearest one", async () => {
    for (const args of [["kyseli"], ["kysely", "--dialect", "mysq"], ["kysely", "--session", "cookie"]]) {
      const { code, stderr } = await runMain(folder, ["add-adapter", ...args]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/Did you mean|Use --session/)]);
    }
  });
});

test("before Next.js 16 a middleware that would take the store along stops the plan", async () => {
  folder = copyProject("next-app-ts");
  write("package.json", read("package.json").replace('"next": "16.4.3"', '"next": "15.5.28"'));
  await runMain(folder, init);
  const before = snapshotOf(folder);
  const { code, stderr } = await add();
  expect([code, stderr]).toEqual([3, expect.stringContaining("middleware.ts imports auth.ts")]);
  expect(snapshotOf(folder)).toEqual(before);
});

/** The files as written, where Node and TypeScript find the real libraries. */
describe("written stores type-check and work", () => {
  let home: string;
  beforeEach(() => {
    home = realpathSync(mkdtempSync(path.join(tmpdir(), "authwright stores ")));
    mkdirSync(path.join(home, "node_modules"));
    for (const name of ["kysely", "pg", "mysql2", "@libsql", "@types"]) {
      symlinkSync(path.join(projectRoot, "node_modules", name), path.join(home, "node_modules", name));
    }
    symlinkSync(projectRoot, path.join(home, "node_modules/authwright"));
  });
  afterEach(() => {
    process.chdir(projectRoot);
    rmSync(home, { recursive: true, force: true });
  });

  async function written(dialect: string, project: string, file: string): Promise<string> {
    folder = copyProject(project);
    await runMain(folder, init);
    expect((await add("--dialect", dialect)).code).toBe(0);
    return read(file);
  }

  test("TypeScript accepts all of them", async () => {
    const files: string[] = [];
    for (const dialect of ["sqlite", "postgres", "mysql"]) {
      files.push(path.join(home, `${dialect}.ts`));
      writeFileSync(files.at(-1) ?? "", await written(dialect, "express-esm-ts", "src/auth-store.ts"));
    }
    folder = copyProject("express-esm-ts");
    depend("kysely");
    await runMain(folder, init);
    const own =
      'import { Kysely, MysqlDialect } from "kysely";\ninterface Tables { pet: { id: number } }\nexport const db = new Kysely<Tables>({ dialect: new MysqlDialect({ pool: async () => { throw new Error("none") } }) });\n';
    write("src/db.ts", own);
    await add();
    for (const name of ["db", "auth-store"]) {
      files.push(path.join(home, `${name}.ts`));
      writeFileSync(files.at(-1) ?? "", read(`src/${name}.ts`));
    }
    writeFileSync(path.join(home, "package.json"), '{ "type": "module" }');
    const flags = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
    expect((await run(process.execPath, [...nativeCompiler, ...flags, ...files], { cwd: home })).stdout).toBe(
      "",
    );
  });

  for (const [dialect, url] of Object.entries(databases)) {
    const title = `${dialect}${url ? "" : " (skipped: no server on this machine)"}`;
    test.skipIf(!url)(title, async () => {
      const file = path.join(home, `${dialect}.mjs`);
      writeFileSync(file, await written(dialect, "express-esm-js", "auth-store.js"));
      process.env["DATABASE_URL"] = String(url);
      process.chdir(home);
      const { authStore } = (await import(pathToFileURL(file).href)) as { authStore: Required<Adapter> };
      const email = `${crypto.randomUUID()}@example.com`;
      const user = { id: crypto.randomUUID(), email, emailVerified: null };
      await authStore.createUser(user);
      expect(await authStore.getUserByEmail(email)).toMatchObject({ id: user.id });
      await authStore.deleteUser(user.id);
    });
  }
});

describe("init with a store", () => {
  test.each(["express-esm-ts", "next-app-ts"])(
    "%s: one plan, one undo, the second run is empty",
    async (name) => {
      folder = copyProject(name);
      const before = snapshotOf(folder);
      const args = [...init, "--session", "database"];
      expect((await runMain(folder, args)).code).toBe(0);
      const source = name.startsWith("next") ? "auth.ts" : "src/auth.ts";
      expect(read(source)).toContain("adapter: authStore,");
      expect((await runMain(folder, args)).stderr).toContain("Nothing to do");
      expect((await runMain(folder, ["undo"])).code).toBe(0);
      expect(snapshotOf(folder)).toEqual(before);
    },
  );

  test("sessions in cookies beside a store, in PostgreSQL", async () => {
    folder = copyProject("express-esm-ts");
    await runMain(folder, [...init, "--adapter", "kysely", "--dialect", "postgres", "--session", "jwt"]);
    expect(read("src/auth.ts")).toContain('session: { strategy: "jwt" },');
    expect(read("src/auth-store.ts")).toContain("PostgresDialect");
  });

  test("before Next.js 16 no middleware takes the store along", async () => {
    folder = copyProject("next-src-js");
    const { code, stderr } = await runMain(folder, [...init, "--adapter", "kysely"]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("No middleware is written")]);
  });
});

describe("D2 callbacks.session reads token", () => {
  beforeEach(async () => {
    folder = copyProject("express-esm-ts");
    await runMain(folder, init);
  });
  const callback = (body: string, more = "") =>
    write(
      "src/auth.ts",
      read("src/auth.ts").replace("providers:", `${more}callbacks: { ${body} },\n  providers:`),
    );
  const reads = "session: ({ session, token }) => ({ ...session, role: token.role })";

  test("sessions stay in cookies, said with file and line; the second run is empty, undo byte-identical", async () => {
    callback(reads);
    const before = snapshotOf(folder);
    const result = await add("--json");
    expect(result.code, result.stdout).toBe(0);
    expect(JSON.parse(result.stdout).warnings).toEqual([
      { code: "AUTH_W_SESSIONS_STAY", message: expect.stringMatching(/^src\/auth\.ts:\d+: /) },
    ]);
    expect(read("src/auth.ts")).toMatch(/adapter: authStore/);
    expect(read("src/auth.ts")).toMatch(/session: \{ strategy: "jwt" \}/);
    expect((await add()).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    ["asked for the database", "", ["--session", "database"]],
    ["the configuration says database", 'session: { strategy: "database" }, ', []],
    ["the session option says nothing of it", "session: { maxAge: 3600 }, ", []],
  ])("%s: refused with exit 3, naming file and line, nothing written", async (_what, more, flags) => {
    callback(reads, more);
    const before = snapshotOf(folder);
    const result = await add(...flags);
    expect(result.code, result.stderr).toBe(3);
    expect(result.stderr).toMatch(/src\/auth\.ts:\d+: callbacks\.session reads token/);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("still: one that reads user, or asks whether there is a token, gets sessions in the database", async () => {
    callback("session: ({ session, user, token }) => ({ ...session, id: token?.sub ?? user.id })");
    const result = await add("--json");
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout).warnings).toMatchObject([{ code: "AUTH_W_SESSIONS_MOVE" }]);
    expect(read("src/auth.ts")).not.toContain("strategy");
  });
});
