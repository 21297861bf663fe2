/** `auth add-provider`: a store where one is missing, what sends the mails, and sign-in by password over the app's own table. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { run } from "../support/process.js";
import { nativeCompiler } from "../support/type-check.js";

afterEach(removeProjects);

const projects = [
  ["express-esm-ts", "src/auth.ts"],
  ["express-cjs", "auth.js"],
  ["hono-ts", "src/auth.ts"],
  ["next-app-ts", "auth.ts"],
  ["next-src-js", "src/auth.js"],
] as const;

const init = (folder: string) => runMain(folder, ["init", "--yes", "--no-install"]);
const add = (folder: string, ...args: string[]) =>
  runMain(folder, ["add-provider", ...args, "--yes", "--no-install"]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (folder: string, file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
const depend = (folder: string, ...names: string[]) => {
  const text = JSON.parse(read(folder, "package.json")) as { dependencies: Record<string, string> };
  for (const name of names) text.dependencies[name] = "*";
  write(folder, "package.json", JSON.stringify(text, null, 2));
};
const dependencies = (folder: string) => Object.keys(JSON.parse(read(folder, "package.json")).dependencies);

async function undoTo(folder: string, before: ReturnType<typeof snapshotOf>): Promise<void> {
  expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
}

// Before Next.js 16 the middleware imports the configuration and runs where no database driver does.
const isRefused = (name: string) => name === "next-src-js";

describe.each(projects)("%s", (name, file) => {
  test.skipIf(isRefused(name))(
    "links by mail bring a store along, and sessions stay where they are",
    async () => {
      const folder = copyProject(name);
      await init(folder);
      const before = snapshotOf(folder);
      const { code, stderr } = await add(folder, "email");
      expect(code, stderr).toBe(0);
      const text = read(folder, file);
      expect(text).toMatch(/["']authwright\/providers\/nodemailer["']/);
      expect(text).toContain("adapter: authStore");
      expect(text).toMatch(/session: \{ strategy: ["']jwt["'] \}/);
      expect(dependencies(folder)).toEqual(expect.arrayContaining(["nodemailer", "kysely"]));
      expect(stderr).not.toContain("AUTH_W_SESSIONS_MOVE");
      expect((await add(folder, "email")).stderr).toContain("Nothing to do");
      await undoTo(folder, before);
    },
  );

  test("passwords: entry, file, what is left to write; again it is nothing to do; undo", async () => {
    const folder = copyProject(name);
    await init(folder);
    const before = snapshotOf(folder);
    const { code, stderr } = await add(folder, "credentials");
    expect(code, stderr).toBe(0);
    expect(read(folder, file)).toMatch(/providers: \[GitHub, Credentials\(passwordSignIn\)\]/);
    const passwords = path.posix.join(path.posix.dirname(file), `passwords${path.posix.extname(file)}`);
    expect(stderr).toContain(`Write the query of findUser in ${passwords}`);
    expect(read(folder, passwords)).toContain("passwordSignIn");
    expect((await add(folder, "credentials")).stderr).toContain("Nothing to do");
    await undoTo(folder, before);
  });
});

test("sessions move into the database when they are asked to", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder);
  await add(folder, "passkey", "--session", "database", "--dialect", "postgres");
  expect(read(folder, "src/auth.ts")).toContain('session: { strategy: "database" }');
  expect(read(folder, "src/auth-store.ts")).toContain("PostgresDialect");
});

test.each([
  ["resend", "AUTH_RESEND_KEY"],
  ["ses", "AUTH_SES_REGION"],
])("--transport %s", async (transport, variable) => {
  const folder = copyProject("express-esm-ts");
  await init(folder);
  const { code, stderr } = await add(folder, "email", "--transport", transport);
  expect(code, stderr).toBe(0);
  expect(read(folder, "src/auth.ts")).toContain(`authwright/providers/${transport}`);
  expect(read(folder, ".env.example")).toContain(`${variable}=`);
});

test("init --provider email, and its refusal of passwords, which need a configuration", async () => {
  const folder = copyProject("express-esm-ts");
  const refused = await runMain(folder, ["init", "--yes", "--no-install", "--provider", "credentials"]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("auth add-provider credentials");
  const { code } = await runMain(folder, ["init", "--yes", "--no-install", "--provider", "email"]);
  expect(code).toBe(0);
  expect(read(folder, "src/auth.ts")).toMatch(/providers: \[Nodemailer\(\{ confirm: true, code: true \}\)\]/);
});

const prisma = `generator client {
  provider = "prisma-client-js"
}

datasource db {
  provider = "postgresql"
  url      = env("DATABASE_URL")
}

model User {
  id           Int     @id @default(autoincrement())
  email        String  @unique
  name         String?
  passwordHash String?
}
`;

describe("an app with Prisma", () => {
  async function start(): Promise<string> {
    const folder = copyProject("express-esm-ts");
    depend(folder, "@prisma/client");
    write(
      folder,
      "prisma/schema.prisma",
      prisma.replace("Int     @id @default(autoincrement())", "String  @id @default(cuid())"),
    );
    write(
      folder,
      "src/db.ts",
      'import { PrismaClient } from "@prisma/client";\nexport const prisma = new PrismaClient();\n',
    );
    await init(folder);
    return folder;
  }

  test("a link by mail is kept in its database", async () => {
    const folder = await start();
    const { code, stderr } = await add(folder, "resend");
    expect(code, stderr).toBe(0);
    expect(read(folder, "src/auth-store.ts")).toContain("PrismaAdapter(prisma)");
  });

  test("passwords are looked up in its user table", async () => {
    const folder = await start();
    const { stderr } = await add(folder, "credentials");
    const text = read(folder, "src/passwords.ts");
    expect(text).toContain('import { prisma } from "./db.js";');
    expect(text).toContain("prisma.user.findFirst({ where: { email } })");
    expect(text).toContain("hash: row.passwordHash ?? undefined");
    expect(stderr).toContain("model User of prisma/schema.prisma");
    expect(stderr).not.toContain("findUser");
  });
});

test("a package that hashes passwords goes on doing so", async () => {
  const folder = copyProject("express-cjs");
  depend(folder, "bcryptjs");
  await init(folder);
  await add(folder, "credentials");
  const text = read(folder, "passwords.js");
  expect(text).toContain('const bcrypt = require("bcryptjs");');
  expect(text).toContain("bcrypt.compare(password, stored)");
  expect(text).not.toContain("scrypt");
});

describe("an app with Drizzle", () => {
  const schema = `import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const people = sqliteTable("people", {
  key: integer("key").primaryKey(),
  email: text("email").notNull().unique(),
  password: text("password"),
});
`;
  const db = 'import { drizzle } from "drizzle-orm/libsql";\nexport const db = drizzle("file:people.db");\n';

  test("type-checks, and signs in whom the table knows", async () => {
    const folder = copyProject("express-esm-ts");
    mkdirSync(path.join(folder, "node_modules"));
    for (const name of ["drizzle-orm", "@libsql", "@types", "express"])
      symlinkSync(path.join(projectRoot, "node_modules", name), path.join(folder, "node_modules", name));
    symlinkSync(projectRoot, path.join(folder, "node_modules/authwright"));
    depend(folder, "drizzle-orm");
    write(folder, "src/schema.ts", schema);
    write(folder, "src/db.ts", db.replace("file:people.db", `file:${path.join(folder, "people.db")}`));
    await init(folder);
    const { code, stderr } = await add(folder, "credentials");
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("people of src/schema.ts");
    const flags = ["--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
    const checked = ["--ignoreConfig", "--outDir", "out", "--types", "node", "src/auth.ts"];
    expect(
      (await run(process.execPath, [...nativeCompiler, ...flags, ...checked], { cwd: folder })).stdout,
    ).toBe("");

    const load = (file: string) => import(pathToFileURL(path.join(folder, "out", file)).href);
    const { db: database } = await load("db.js");
    await database.run("create table people (key integer primary key, email text not null, password text)");
    const { hashPassword, passwordSignIn } = await load("passwords.js");
    const { people } = await load("schema.js");
    await database.insert(people).values([
      { key: 7, email: "ada@example.com", password: await hashPassword("right") },
      { key: 8, email: "bob@example.com", password: null },
    ]);
    const signIn = (email: unknown, password: unknown) => passwordSignIn.authorize({ email, password });
    expect(await signIn(" Ada@example.com", "right")).toEqual({
      id: "7",
      name: null,
      email: "ada@example.com",
    });
    expect(await signIn("ada@example.com", "wrong")).toBeNull();
    expect(await signIn("bob@example.com", "")).toBeNull();
    expect(await signIn("bob@example.com", "nobody")).toBeNull();
    expect(await signIn("eve@example.com", "nobody")).toBeNull();
    expect(await signIn(["ada@example.com"], "right")).toBeNull();
  });
});
