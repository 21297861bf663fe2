/** The Prisma store over clients that Prisma itself generated, and the published adapter beside it. */
import { writeFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { eachOther } from "../adapters/each-other.js";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { PrismaAdapter } from "../../src/runtime/adapters/prisma.js";
import { conformance } from "../../src/runtime/adapters/testing/index.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { cleanEnv, mustRun } from "../support/process.js";
import { npm, npx, temporaryFolder } from "../support/project.js";

/** The models that adapters document. */
const models = (id: string, reference: string) =>
  `
model User {
  id String_ID
  name String?
  email String? @unique
  emailVerified DateTime?
  image String?
  accounts Account[]
  sessions Session[]
  authenticators Authenticator[]
}
model Account {
  id String_ID
  userId USER_ID
  type String
  provider String
  providerAccountId String
  refresh_token String?
  access_token String?
  expires_at Int?
  token_type String?
  scope String?
  id_token String?
  session_state String?
  user User @relation(fields: [userId], references: [id], onDelete: Cascade)
  @@unique([provider, providerAccountId])
}
model Session {
  id String_ID
  sessionToken String @unique
  userId USER_ID
  expires DateTime
  user User @relation(fields: [userId], references: [id], onDelete: Cascade)
}
model VerificationToken {
  identifier String
  token String
  expires DateTime
  @@unique([identifier, token])
}
model Authenticator {
  credentialID String @unique
  userId USER_ID
  providerAccountId String
  credentialPublicKey String
  counter Int
  credentialDeviceType String
  credentialBackedUp Boolean
  transports String?
  user User @relation(fields: [userId], references: [id], onDelete: Cascade)
  @@id([userId, credentialID])
}
`
    .replaceAll("String_ID", id)
    .replaceAll("USER_ID", reference);

const textIds = models("String @id @default(cuid())", "String");
const numberIds = models("Int @id @default(autoincrement())", "Int");

/** Tables with numbers as ids. Those with texts are made by the Kysely store. */
const numberedTables = [
  'create table "User" (id integer primary key autoincrement, name text, email text unique, "emailVerified" datetime, image text)',
  'create table "Account" (id integer primary key autoincrement, "userId" integer not null, type text not null, provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text, id_token text, session_state text, unique (provider, "providerAccountId"))',
  'create table "Session" (id integer primary key autoincrement, "sessionToken" text not null unique, "userId" integer not null, expires datetime not null)',
  'create table "VerificationToken" (identifier text not null, token text not null, expires datetime not null, unique (identifier, token))',
  'create table "Authenticator" ("credentialID" text not null unique, "userId" integer not null, "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null, "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"))',
];

interface Client {
  $executeRawUnsafe(statement: string): Promise<unknown>;
  $disconnect(): Promise<void>;
}

const versions = { "Prisma 7": "7.10.0", "Prisma 6": "6.19.0" } as const;

/** A project with Prisma, and the client that it generates for a schema. */
async function open(version: string, schema: string, file: string) {
  const { folder, dispose } = await temporaryFolder("prisma");
  writeFileSync(path.join(folder, "package.json"), '{ "private": true }\n');
  const packages = ["prisma", "@prisma/client", "@prisma/adapter-libsql"].map((name) => `${name}@${version}`);
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--ignore-scripts"];
  await mustRun(npm, ["install", ...flags, ...packages, "@auth/prisma-adapter@2.11.2"], {
    cwd: folder,
    timeoutSeconds: 300,
  });
  mkdirSync(path.join(folder, "prisma"));
  const generator = 'generator client {\n  provider = "prisma-client-js"\n  engineType = "client"\n}\n';
  const isSeven = version.startsWith("7");
  const source = `datasource db {\n  provider = "sqlite"\n${isSeven ? "" : '  url = "file:./unused.db"\n'}}\n`;
  writeFileSync(path.join(folder, "prisma/schema.prisma"), generator + source + schema);
  // No engine is downloaded, none is needed: the client speaks through the driver.
  const engines = { PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", PRISMA_QUERY_ENGINE_LIBRARY: "/bin/true" };
  await mustRun(npx, ["prisma", "generate"], { cwd: folder, env: cleanEnv(engines), timeoutSeconds: 200 });
  const require = createRequire(path.join(folder, "package.json"));
  const { PrismaClient } = require("@prisma/client");
  const { PrismaLibSql, PrismaLibSQL = PrismaLibSql } = require("@prisma/adapter-libsql");
  const url = `file:${path.join(folder, file)}`;
  const client: Client = new PrismaClient({ adapter: new PrismaLibSQL({ url }) });
  const { PrismaAdapter: Published } = require("@auth/prisma-adapter");
  const close = async () => {
    await client.$disconnect();
    await dispose();
  };
  return { client, url, close, published: Published(client) as Adapter };
}

describe.each(Object.entries(versions))("%s", async (name, version) => {
  describe("texts as ids", async () => {
    const { client, url, close, published } = await open(version, textIds, `${name}.db`);
    const kysely = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url }) });
    afterAll(async () => {
      await kysely.destroy();
      await close();
    });
    await migrate(kysely);
    const adapter = PrismaAdapter(client);
    for (const check of conformance(adapter)) test(check.name, () => check.run());
    describe("the published adapter", () => {
      eachOther(adapter, published);
    });
    describe("the Kysely store", () => {
      eachOther(adapter, KyselyAdapter(kysely));
    });
  });

  describe("numbers as ids", async () => {
    const { client, close, published } = await open(version, numberIds, `${name}.db`);
    afterAll(close);
    for (const statement of numberedTables) await client.$executeRawUnsafe(statement);
    const adapter = PrismaAdapter(client);
    for (const check of conformance(adapter)) test(check.name, () => check.run());
    describe("the published adapter", () => {
      eachOther(adapter, published);
    });
    test("an id that is no number is nobody's", async () => {
      expect(await adapter.getUser("nobody")).toBeNull();
    });
  });
});
