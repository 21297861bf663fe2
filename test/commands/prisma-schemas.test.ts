/** `auth add-adapter prisma` over schemas of every shape: its own lines are added and no other byte changes. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { parsePrisma } from "../../src/cli/formats/prisma-schema.js";
import { prismaFixtures, prismaRefusals } from "../fixtures/schemas/prisma.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { shownDrift } from "../support/tables.js";

let folder: string;
const add = (...flags: string[]) =>
  runMain(folder, ["add-adapter", "prisma", "--yes", "--no-install", ...flags]);
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
afterEach(removeProjects);

async function start(
  files: Readonly<Record<string, string>>,
  version = "^6.19.0",
  project = "express-esm-ts",
) {
  folder = copyProject(project);
  const text = JSON.parse(read("package.json"));
  text.dependencies["@prisma/client"] = version;
  write("package.json", JSON.stringify(text, null, 2));
  for (const [file, content] of Object.entries(files)) write(file, content);
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
}

/** The old lines stand in the new text in their order: nothing was taken out or changed. */
function expectOnlyInserted(before: string, after: string) {
  const lines = after.split("\n");
  let at = 0;
  for (const line of before.split("\n").filter((one) => one.trim() !== "")) {
    at = lines.findIndex((one, index) => index >= at && one === line) + 1;
    expect(at, line).toBeGreaterThan(0);
  }
}

const noIndex = (table: string, column: string) =>
  `hint AUTH_D_SCHEMA_INDEX ${table} has no index on ${column}.`;
const ownIndexes = [
  ["Account", "userId"],
  ["Session", "userId"],
  ["Session", "expires"],
] as const;
/** Models that were there before stay without indexes: the doctor says so, and nothing else. */
const withoutIndex: Readonly<Record<string, readonly string[]>> = {
  "the models of this package's documentation, in part": ownIndexes.map(([table, column]) =>
    noIndex(table, column),
  ),
  "the models of the published adapter": [
    ...ownIndexes.map(([table, column]) => noIndex(table, column)),
    noIndex("VerificationToken", "expires"),
  ],
  "MySQL: columns for tokens that are there stay as they are": [
    noIndex("Session", "expires"),
    noIndex("VerificationToken", "expires"),
  ],
  "accounts without their relation": [noIndex("VerificationToken", "expires")],
};

describe("schemas", () => {
  test.each(prismaFixtures)("$name", async ({ name, files, lines = [] }) => {
    await start(files);
    const before = snapshotOf(folder);
    const result = await add();
    expect(result.code, result.stderr).toBe(0);
    const schemas = Object.keys(snapshotOf(folder)).filter((file) => file.endsWith(".prisma"));
    for (const [file, text] of Object.entries(files)) {
      const eol = text.includes("\r\n") ? "\r\n" : "\n";
      expectOnlyInserted(text.endsWith("\n") ? text : text + eol, read(file));
      expect(read(file).split("\n").length - 1 - (read(file).split("\r\n").length - 1) === 0).toBe(
        eol === "\r\n",
      );
    }
    const whole = schemas.map(read).join("\n");
    const models = schemas.flatMap((file) => parsePrisma(read(file))).filter(({ kind }) => kind === "model");
    for (const table of ["User", "Account", "Session", "VerificationToken", "Authenticator"])
      expect(models.filter((one) => one.name === table)).toHaveLength(1);
    for (const line of lines) expect(whole.split(/\r?\n/).map((one) => one.trim())).toContain(line);
    expect(await shownDrift(folder)).toEqual(withoutIndex[name] ?? []);
    const after = snapshotOf(folder);
    expect((await add()).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    ["all fields", "", "  name          String?\n"],
    [
      "the last fields that stand together",
      "  id    String  @id @default(cuid())\n  email String? @unique\n\n",
      "  name          String?\n",
    ],
  ])("RA-16 a new field stands in the columns of %s", async (_, group, line) => {
    const own =
      group === ""
        ? "  id            String    @id @default(cuid())\n  email         String?   @unique\n"
        : "";
    const fields = `${group}${own}  displayName   String?\n  emailVerified DateTime?\n`;
    const text = `datasource db {\n  provider = "postgresql"\n}\n\nmodel User {\n${fields}}\n`;
    await start({ "prisma/schema.prisma": text });
    const { code, stderr } = await add();
    expect(code, stderr).toBe(0);
    expect(read("prisma/schema.prisma")).toContain(`${fields}${line}`);
  });

  test("there are many of them", () => expect(prismaFixtures.length).toBeGreaterThan(39));
});

describe("refused with file, line and snippet, and nothing is written", () => {
  test.each(prismaRefusals)("%s", async (_name, text, message) => {
    await start({ "prisma/schema.prisma": text });
    const before = snapshotOf(folder);
    const { code, stderr } = await add();
    expect([code, stderr]).toEqual([3, expect.stringMatching(message)]);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("RA-16 a model of another meaning is renamed as it says, and the next run writes its own beside it", async () => {
    const head = 'datasource db {\n  provider = "postgresql"\n}\n\n';
    const visits = "model Session {\n  id      String  @id\n  browser String?\n}\n";
    await start({ "prisma/schema.prisma": head + visits });
    expect((await add()).code).toBe(3);
    const renamed = visits
      .replace("model Session", "model AppSession")
      .replace(/\}\n$/, '\n  @@map("app_sessions")\n}\n');
    write("prisma/schema.prisma", head + renamed);
    const { code, stderr } = await add();
    expect(code, stderr).toBe(0);
    expect(read("prisma/schema.prisma").startsWith(head + renamed)).toBe(true);
    expect(read("prisma/schema.prisma")).toContain("\nmodel Session {\n");
  });

  test.each([
    ["no schema", {}, "There is no Prisma schema"],
    [
      "a path that is computed",
      { "prisma.config.ts": "export default { schema: find() };\n" },
      "prisma.config.ts:1",
    ],
  ])("%s", async (_name, files, message) => {
    await start(files);
    expect(await add()).toMatchObject({ code: 3, stderr: expect.stringContaining(message) });
  });
});

const schema = (generator: string) =>
  `generator client {\n${generator}\n}\ndatasource db {\n  provider = "postgresql"\n}\n`;
const plain = schema('  provider = "prisma-client-js"');

describe("the client", () => {
  test.each([
    ["prisma-client-js", "", 'from "@prisma/client"'],
    ["prisma-client", '\n  output = "../src/generated/prisma"', 'from "./generated/prisma/client.js"'],
    ["prisma-client-js", '\n  output = "../generated"', 'from "../generated/index.js"'],
  ])("%s%s: imported from where it is generated", async (provider, output, wanted) => {
    await start({ "prisma/schema.prisma": schema(`  provider = "${provider}"${output}`) });
    await add();
    expect(read("src/auth-store.ts")).toContain(wanted);
    expect(read("src/auth-store.ts")).toContain("new PrismaClient()");
  });

  test.each([
    "export const prisma = new PrismaClient();",
    "const client = globalThis.prisma ?? new PrismaClient();\nexport { client as prisma };",
    "export const prisma = globalThis.prisma || new PrismaClient({ log: [] }).$extends({});",
    "const make = () => { return new PrismaClient(); };\nconst prisma = make();\nexport default prisma;",
  ])("one that the project exports is used: %s", async (code) => {
    const text = `import { PrismaClient } from "./generated/client";\n${code}\n`;
    await start({ "prisma/schema.prisma": plain, "src/db.ts": text }, "^7.10.0");
    await add();
    expect(read("src/auth-store.ts")).toContain('from "./db.js";');
    expect(read("src/auth-store.ts")).toContain("PrismaAdapter(prisma)");
    expect(read("src/db.ts")).toBe(text);
    expect(read("package.json")).not.toContain("@prisma/adapter");
  });

  test("Prisma 7 without one gets the driver of the database, in the version of Prisma", async () => {
    await start({ "prisma/schema.prisma": plain }, "^7.10.0");
    await add();
    expect(read("src/auth-store.ts")).toContain('import { PrismaPg } from "@prisma/adapter-pg";');
    expect(JSON.parse(read("package.json")).dependencies["@prisma/adapter-pg"]).toBe("^7.10.0");
  });

  test("columns that nobody fills are warned about, with file and line", async () => {
    const users =
      "model User {\n  id Int @id @default(autoincrement())\n  email String @unique\n  password String\n}\n";
    await start({ "prisma/schema.prisma": plain + users });
    const { warnings } = JSON.parse((await add("--json")).stdout);
    expect(warnings).toContainEqual({
      code: "AUTH_W_REQUIRED_COLUMNS",
      message: expect.stringContaining("User.password (prisma/schema.prisma:10)"),
    });
  });

  test("what to run is said, and nothing of Prisma is run", async () => {
    await start({ "prisma/schema.prisma": plain });
    expect((await add()).stderr).toContain("prisma migrate dev --name auth");
  });
});
