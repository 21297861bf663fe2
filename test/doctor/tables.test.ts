/** `auth doctor` over schemas and migrations: one line taken out is one finding, and its own line mends it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Finding } from "../../src/cli/findings/finding.js";
import { database, drizzleFixtures } from "../fixtures/schemas/drizzle.js";
import { prismaFixtures } from "../fixtures/schemas/prisma.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { driftOf } from "../support/tables.js";

let folder: string;
const at = (file: string) => path.join(folder, file);
const read = (file: string) => readFileSync(at(file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
};

/** A project with a store, whose configuration uses every table. */
async function makeProject(store: string, files: Readonly<Record<string, string>>) {
  folder = copyProject("express-esm-ts");
  for (const [file, text] of Object.entries(files)) write(file, text);
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
  const added = await runMain(folder, ["add-adapter", store, "--yes", "--no-install"]);
  expect(added.code, added.stderr).toBe(0);
  const providers =
    'import Passkey from "authwright/providers/passkey";\nimport Resend from "authwright/providers/resend";\n';
  const text = read("src/auth.ts").replace(/providers: \[[^\]]*\]/, "providers: [Passkey, Resend]");
  write("src/auth.ts", providers + text);
}

type Row = readonly [line: string | RegExp, replacement: string, code: string, message: RegExp];

/** What the file says of the line that is in the way is replaced; the finding's line goes where that was. */
async function expectRow(
  file: string,
  [line, replacement, code, message]: Row,
  mend: (text: string, fix: string) => string,
) {
  const whole = read(file);
  const spoiled = whole.replace(line, replacement);
  expect(spoiled, String(line)).not.toBe(whole);
  try {
    write(file, spoiled);
    const found = await driftOf(folder);
    expect(found.map((one) => one.code)).toEqual([`AUTH_D_SCHEMA_${code}`]);
    const [only] = found as [Finding];
    expect(only.message).toMatch(message);
    expect(only.path).toBe(file);
    expect(only.line).toBeGreaterThan(0);
    write(file, mend(spoiled, only.fix));
    expect(await driftOf(folder), only.fix).toEqual([]);
  } finally {
    write(file, whole);
  }
}

const fixtureOf = (
  all: readonly { readonly name: string; readonly files: Readonly<Record<string, string>> }[],
  name: string,
) => all.find((one) => one.name === name)?.files ?? {};

afterAll(removeProjects);

describe("Prisma", () => {
  const file = "prisma/schema.prisma";
  beforeAll(() => makeProject("prisma", fixtureOf(prismaFixtures, "nothing but a datasource")));

  const inModel = (model: string, line: string) =>
    new RegExp(`(model ${model} \\{[^}]*?\\n) *${line}[^\\n]*\\n`);
  const gone = (model: string, line: string, code: string, message: RegExp): readonly [string, Row] => [
    model,
    [inModel(model, line), "$1", code, message],
  ];
  const otherwise = (
    model: string,
    line: string,
    now: string,
    code: string,
    message: RegExp,
  ): readonly [string, Row] => [model, [inModel(model, line), `$1  ${now}\n`, code, message]];

  test("the schema that add-adapter writes has no drift", async () =>
    expect(await driftOf(folder)).toEqual([]));

  test.each([
    gone("User", "id ", "COLUMN", /User has no field id/),
    gone("User", "email ", "COLUMN", /User has no field email/),
    gone("User", "emailVerified ", "OPTIONAL_COLUMN", /User has no field emailVerified/),
    gone("User", "name ", "OPTIONAL_COLUMN", /no field name/),
    gone("User", "accounts ", "COLUMN", /User has no list of Account/),
    gone("Account", "userId ", "COLUMN", /Account has no field userId/),
    gone("Account", "type ", "COLUMN", /no field type/),
    gone("Account", "provider ", "COLUMN", /no field provider\b/),
    gone("Account", "providerAccountId ", "COLUMN", /no field providerAccountId/),
    gone("Account", "refresh_token ", "OPTIONAL_COLUMN", /no field refresh_token/),
    gone("Account", "user ", "COLUMN", /Account has no field user\b/),
    gone("Account", "@@unique", "UNIQUE", /Account has no unique index on provider, providerAccountId/),
    gone("Account", "@@index", "INDEX", /Account has no index on userId/),
    gone("Session", "sessionToken ", "COLUMN", /no field sessionToken/),
    gone("Session", "userId ", "COLUMN", /no field userId/),
    gone("Session", "expires ", "COLUMN", /no field expires/),
    gone("Session", "@@index\\(\\[userId", "INDEX", /Session has no index on userId/),
    gone("Session", "@@index\\(\\[expires", "INDEX", /Session has no index on expires/),
    gone("VerificationToken", "identifier ", "COLUMN", /no field identifier/),
    gone("VerificationToken", "token ", "COLUMN", /no field token/),
    gone("VerificationToken", "expires ", "COLUMN", /no field expires/),
    gone("Authenticator", "credentialID ", "COLUMN", /no field credentialID/),
    gone("Authenticator", "counter ", "COLUMN", /no field counter/),
    gone("Authenticator", "transports ", "OPTIONAL_COLUMN", /no field transports/),
    gone("Authenticator", "@@index", "INDEX", /Authenticator has no index on userId/),
    otherwise("User", "email ", "email String?", "UNIQUE", /User has no unique index on email/),
    otherwise("User", "id ", "id String @id", "COLUMN_TYPE", /User\.id has no default/),
    otherwise(
      "User",
      "emailVerified ",
      'emailVerified Boolean @map("verified")',
      "COLUMN_TYPE",
      /User\.emailVerified is Boolean/,
    ),
    otherwise(
      "Session",
      "sessionToken ",
      "sessionToken String",
      "UNIQUE",
      /Session has no unique index on sessionToken/,
    ),
    otherwise("Session", "expires ", "expires Int", "COLUMN_TYPE", /Session\.expires is Int/),
    otherwise(
      "Authenticator",
      "credentialID ",
      "credentialID String",
      "UNIQUE",
      /no unique index on credentialID/,
    ),
    otherwise(
      "Account",
      "provider ",
      "provider Int",
      "COLUMN_TYPE",
      /Account\.provider is Int, String is needed/,
    ),
  ])("model %s: %s", async (model, row) => {
    await expectRow(file, row, (text, fix) => {
      const [, name = ""] = /^(\w+|@@\w+\([^)]*\))/.exec(fix) ?? [];
      const without = fix.startsWith("@@") ? text : text.replace(inModel(model, `${name} `), "$1");
      return without.replace(`model ${model} {\n`, () => `model ${model} {\n  ${fix}\n`);
    });
  });

  test.each(["User", "Account", "Session", "VerificationToken", "Authenticator"])(
    "no model %s",
    async (model) => {
      const row: Row = [
        new RegExp(`model ${model} \\{[^}]*\\}\\n`),
        "",
        "TABLE",
        new RegExp(`no model ${model}`),
      ];
      await expectRow(file, row, (text, fix) => `${text}\n${fix}\n`);
    },
  );

  test("what a finding says of the mapped name stays in its line", async () => {
    const whole = read(file);
    write(file, whole.replace(/emailVerified .*/, 'emailVerified Boolean @map("verified")'));
    expect((await driftOf(folder))[0]?.fix).toBe('emailVerified DateTime? @map("verified")');
    write(file, whole);
  });

  test("a schema that cannot be parsed is one finding that names the line", async () => {
    const whole = read(file);
    write(file, whole.replace("model Session {", "model Session {\n  id Int @id("));
    const line =
      read(file)
        .split("\n")
        .findIndex((one) => one.includes("@id(") && !one.includes(")")) + 1;
    expect(await driftOf(folder)).toMatchObject([
      { code: "AUTH_D_SCHEMA_UNREADABLE", level: "warning", path: file, line },
    ]);
    rmSync(at(file));
    expect(await driftOf(folder)).toMatchObject([
      {
        code: "AUTH_D_SCHEMA_UNREADABLE",
        level: "hint",
        path: "src/auth-store.ts",
        message: expect.stringContaining("There is no Prisma schema"),
      },
    ]);
    write(file, whole);
  });

  test("models in lower case are the same to the client", async () => {
    const whole = read(file);
    write(
      file,
      whole
        .replaceAll(/\b(model|user +)(.*)\b(User|Session)\b/g, (text) =>
          text.replace(/User/, "user").replace("Session", "session"),
        )
        .replaceAll("Session[]", "Session[]"),
    );
    expect((await driftOf(folder)).filter(({ code }) => code === "AUTH_D_SCHEMA_TABLE")).toEqual([]);
    write(file, whole);
  });

  test("tables that nothing uses are hints, and the published adapter's errors are warnings", async () => {
    const [schema, store, auth] = [file, "src/auth-store.ts", "src/auth.ts"].map(read) as [
      string,
      string,
      string,
    ];
    write(file, schema.replace(/model Authenticator \{[^}]*\}\n/, "").replace(/ *@@unique.*\n/, ""));
    const levels = async () => (await driftOf(folder)).map(({ level, code }) => `${level} ${code.slice(14)}`);
    expect(await levels()).toEqual(["error UNIQUE", "error TABLE"]);
    write("src/auth.ts", auth.replaceAll(/Passkey, |^import Passkey.*\n/gm, ""));
    expect(await levels()).toEqual(["error UNIQUE", "hint TABLE"]);
    write("src/auth-store.ts", store.replace(/authwright\/adapters\/\w+/, "@auth/prisma-adapter"));
    expect(await levels()).toEqual(["warning UNIQUE", "hint TABLE"]);
    write("src/auth-store.ts", store.replace(/authwright\/adapters\/\w+/, "elsewhere"));
    expect(await levels()).toEqual([]);
    for (const [name, text] of [
      [file, schema],
      ["src/auth-store.ts", store],
      ["src/auth.ts", auth],
    ] as const)
      write(name, text);
  });
});

describe.each([
  ["Postgres, nothing of ours yet", "src/db/schema.ts"],
  ["SQLite", "src/db/schema.ts"],
  ["MySQL: keys compare byte by byte", "src/db/schema.ts"],
  ["a table creator, columns by a function", "src/db/schema.ts"],
  ["names in snake case", "src/db/schema.ts"],
])("Drizzle: %s", (name, file) => {
  beforeAll(() => makeProject("drizzle", fixtureOf(drizzleFixtures, name)));

  const isMysql = name.startsWith("MySQL");
  const isPlain = !name.includes("creator");
  const inTable = (table: string, line: string) =>
    new RegExp(`(export const ${table} = (?:(?!\\n\\)).|\\n(?!export const ))*?\\n) *${line}[^\\n]*\\n`);
  const gone = (table: string, line: string, code: string, message: RegExp): readonly [string, Row] => [
    table,
    [inTable(table, line), "$1", code, message],
  ];

  test.each([
    gone("accounts", "type:", "COLUMN", /accounts has no column type/),
    gone("accounts", "refresh_token:", "OPTIONAL_COLUMN", /accounts has no column refresh_token/),
    gone("sessions", "expires:", "COLUMN", /sessions has no column expires/),
    gone("sessions", "sessionToken:", "COLUMN", /sessions has no column sessionToken/),
    gone("verificationTokens", "token:", "COLUMN", /no column token/),
    gone("authenticators", "counter:", "COLUMN", /no column counter/),
    gone("users", "emailVerified:", "OPTIONAL_COLUMN", /users has no column emailVerified/),
    gone("users", "email:", "COLUMN", /users has no column email/),
  ])("%s: %s", async (table, row) => {
    await expectRow(file, row, (text, fix) => {
      const lines = fix.split("\n");
      const head = lines.filter((one) => one.startsWith("import "));
      const item = lines.slice(head.length).join("\n");
      const open = new RegExp(`(export const ${table} = [\\s\\S]*?\\{\\n)`);
      return `${head.join("\n")}\n${text.replace(open, (before) => `${before}    ${item}\n`)}`;
    });
  });

  test.each(
    [
      gone(
        "accounts",
        "primaryKey\\(",
        "UNIQUE",
        /accounts has no unique index on provider, providerAccountId/,
      ),
      gone("sessions", "index\\([^\\n]*expires", "INDEX", /sessions has no index on expires/),
      gone("verificationTokens", "index\\(", "INDEX", /verificationTokens has no index on expires/),
      ...(isMysql
        ? []
        : [gone("sessions", "index\\([^\\n]*user_?[iI]d", "INDEX", /sessions has no index on userId/)]),
    ].filter(() => isPlain || !isMysql),
  )("key of %s: %s", async (table, row) => {
    await expectRow(file, row, (text, fix) => {
      const lines = fix.split("\n");
      const head = lines.filter((one) => one.startsWith("import "));
      const item = lines.slice(head.length).join("\n");
      const isList = /^\(\w+\) =>/.test(item);
      const declaration = new RegExp(
        `(export const ${table} = [\\s\\S]*?\\(\\w+\\) => \\[\\n)((?:[^\\]]|\\](?!,\\n\\)))*)`,
      );
      const mended = isList
        ? text
        : text.replace(declaration, (_, open: string, rest: string) => `${open}    ${item}\n${rest}`);
      return `${head.join("\n")}\n${mended}`;
    });
  });

  test.each(["accounts", "sessions", "verificationTokens", "authenticators"])(
    "no table %s",
    async (table) => {
      const row: Row = [
        new RegExp(`export const ${table} = [\\s\\S]*?\\n\\}?\\)+;\\n`),
        "",
        "TABLE",
        /There is no table/,
      ];
      await expectRow(file, row, (text, fix) => {
        const lines = fix.split("\n");
        const head = lines.filter((one) => one.startsWith("import "));
        return `${head.join("\n")}\n${text}\n${lines.slice(head.length).join("\n")}\n`;
      });
    },
  );

  test.skipIf(!isMysql)("MySQL only: a collation that folds case", async () => {
    const column = 'providerAccountId: exactText("providerAccountId").notNull(),';
    const row: Row = [
      column,
      'providerAccountId: char("providerAccountId", { length: 255 }).notNull(),',
      "COLLATION",
      /upper and lower case/,
    ];
    write(file, `import { char } from "drizzle-orm/mysql-core";\n${read(file)}`);
    await expectRow(file, row, (text, fix) => {
      expect(fix).toBe(column);
      return text.replace(/providerAccountId: char.*/, fix);
    });
  });

  test("a syntax error is one finding", async () => {
    const whole = read(file);
    write(file, `${whole}export const more = {\n`);
    expect(await driftOf(folder)).toMatchObject([{ code: "AUTH_D_SCHEMA_UNREADABLE", path: file }]);
    write(file, whole);
  });
});

describe.each([
  ["pg", "postgres"],
  ["mysql2", "mysql"],
])("SQL migrations of %s", (store, database_) => {
  const file = "migrations/0001_auth.sql";
  beforeAll(() => makeProject(store, {}));
  const q = database_ === "mysql" ? "`" : '"';
  const inTable = (table: string, line: string) =>
    new RegExp(`(create table if not exists ${q}${table}${q} \\([^;]*?\\n) *${line}[^\\n]*\\n`);
  const gone = (table: string, line: string, code: string, message: RegExp): Row => [
    inTable(table, line),
    "$1",
    code,
    message,
  ];

  test.each([
    gone("users", `${q}email${q}`, "COLUMN", /users: The column email is missing/),
    gone("users", `${q}emailVerified${q}`, "COLUMN", /emailVerified/),
    gone("accounts", `${q}type${q}`, "COLUMN", /accounts: The column type/),
    gone(
      "accounts",
      `unique \\(`,
      "UNIQUE",
      /accounts: There is no unique index on provider, providerAccountId/,
    ),
    gone("sessions", `${q}expires${q}`, "COLUMN", /sessions: The column expires/),
    gone("verification_token", `${q}identifier${q}`, "COLUMN", /identifier/),
    [/create index [^;]*verification_token_expires_idx[^;]*;\n/, "", "INDEX", /no index on expires/] as Row,
    [
      /create index [^;]*sessions_expires_idx[^;]*;\n/,
      "",
      "INDEX",
      /sessions: There is no index on expires/,
    ] as Row,
    [
      /create table if not exists .authenticators[^;]*;\n/,
      "",
      "TABLE",
      /no migration makes the table authenticators/,
    ] as Row,
    [/(sessions[^;]*expires.) \S+/, "$1 boolean", "COLUMN_TYPE", /expires is boolean/] as Row,
  ])("%s", async (...row) => {
    await expectRow(file, row, (text, fix) => `${text}\n${fix}\n`);
  });

  test("a later migration counts, what takes it back does not", async () => {
    const whole = read(file);
    write(file, whole.replace(inTable("accounts", "unique \\("), "$1"));
    write(
      "migrations/0002_key.sql",
      `-- +goose Up\nALTER TABLE accounts ADD CONSTRAINT one UNIQUE (provider, ${q}providerAccountId${q});\n-- +goose Down\nALTER TABLE accounts DROP CONSTRAINT one;\n`,
    );
    write("migrations/0002_key.down.sql", "DROP TABLE accounts;\n");
    expect(await driftOf(folder)).toEqual([]);
    write("migrations/0010_gone.sql", "alter table accounts drop constraint one;");
    expect(await driftOf(folder)).toMatchObject([{ code: "AUTH_D_SCHEMA_UNIQUE" }]);
    for (const name of ["0002_key.sql", "0002_key.down.sql", "0010_gone.sql"])
      rmSync(at(`migrations/${name}`));
    write(file, whole);
  });

  test("a migration that makes none of the tables says nothing of them", async () => {
    const whole = read(file);
    write(file, "create table posts (id int primary key);\n");
    expect(await driftOf(folder)).toEqual([]);
    write(file, whole);
  });

  test("hostile text ends, and is no error", async () => {
    const whole = read(file);
    for (const text of [
      "'".repeat(50_001),
      `${'"'.repeat(50_001)}(`,
      "create table (((".repeat(5_000),
      `create table "users" (${",".repeat(50_000)}`,
      "$x$".repeat(9_999),
      "/*".repeat(50_000),
      "-- \n".repeat(50_000),
      "alter table users add (((;".repeat(3_000),
    ]) {
      write(file, text);
      expect(Array.isArray(await driftOf(folder))).toBe(true);
    }
    write(file, whole);
  }, 20_000);
});

test("MySQL: a collation that folds case, in the table or in the column", async () => {
  await makeProject("mysql2", {});
  const file = "migrations/0001_auth.sql";
  const whole = read(file);
  write(
    file,
    whole.replace(
      /(accounts[^;]*) character set utf8mb4 collate utf8mb4_bin;/,
      "$1 collate utf8mb4_general_ci;",
    ),
  );
  const found = await driftOf(folder);
  expect(found).toMatchObject([{ code: "AUTH_D_SCHEMA_COLLATION", level: "warning" }]);
  write(file, `${read(file)}\n${found[0]?.fix}\n`);
  expect(await driftOf(folder)).toEqual([]);
});

test("names without quotes are in lower case in Postgres, so userId is another column", async () => {
  await makeProject("pg", {});
  const file = "migrations/0001_auth.sql";
  write(file, read(file).replace('"sessionToken" text', "sessionToken text"));
  expect(await driftOf(folder)).toMatchObject([
    { code: "AUTH_D_SCHEMA_COLUMN", message: expect.stringContaining("sessionToken") },
  ]);
});

test("nothing of the project is run", async () => {
  await makeProject("drizzle", {
    ...fixtureOf(drizzleFixtures, "Postgres, nothing of ours yet"),
    "src/db/index.ts": database("postgresql"),
  });
  for (const file of ["drizzle.config.ts", "src/db/schema.ts"])
    write(file, `${read(file)}throw new Error("executed");\n`);
  expect(await driftOf(folder)).toEqual([]);
});
