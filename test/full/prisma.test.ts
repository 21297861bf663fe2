/** The Prisma store over clients that Prisma itself generated, and the published adapter beside it. */
import path from "node:path";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { eachOther } from "../adapters/each-other.js";
import { openPrisma } from "../adapters/prisma-client.js";
import { makePrismaProject, numberIds, prismaVersions, textIds } from "../adapters/prisma-project.js";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { PrismaAdapter } from "../../src/runtime/adapters/prisma.js";
import { isMissingTable } from "../../src/runtime/adapters/rows/driver-errors.js";
import { recordTableStatements } from "../../src/runtime/adapters/sql-schema.js";
import {
  conformance,
  conformancePairs,
  conformanceTable,
  recordsConformance,
} from "../../src/runtime/adapter-testing/index.js";

/** Tables with numbers as ids. Those with texts are made by the Kysely store. */
const numberedTables = [
  'create table "User" (id integer primary key autoincrement, name text, email text unique, "emailVerified" datetime, image text)',
  'create table "Account" (id integer primary key autoincrement, "userId" integer not null, type text not null, provider text not null, "providerAccountId" text not null, refresh_token text, access_token text, expires_at integer, token_type text, scope text, id_token text, session_state text, unique (provider, "providerAccountId"))',
  'create table "Session" (id integer primary key autoincrement, "sessionToken" text not null unique, "userId" integer not null, expires datetime not null)',
  'create table "VerificationToken" (identifier text not null, token text not null, expires datetime not null, unique (identifier, token))',
  'create table "Authenticator" ("credentialID" text not null unique, "userId" integer not null, "providerAccountId" text not null, "credentialPublicKey" text not null, counter integer not null, "credentialDeviceType" text not null, "credentialBackedUp" boolean not null, transports text, primary key ("userId", "credentialID"))',
];

/** A new project, and its client on a database of its own. */
async function open(version: string, schema: string) {
  const { folder, dispose } = await makePrismaProject(version, schema);
  const opened = openPrisma(path.join(folder, "auth.db"));
  const close = async () => {
    await opened.client.$disconnect();
    await dispose();
  };
  return { ...opened, close };
}

describe.each(Object.entries(prismaVersions))("%s", async (_, version) => {
  describe("texts as ids", async () => {
    const { client, url, close, published } = await open(version, textIds);
    const kysely = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url }) });
    afterAll(async () => {
      await kysely.destroy();
      await close();
    });
    await migrate(kysely);
    const adapter = PrismaAdapter(client);
    for (const check of conformance(adapter)) test(check.name, () => check.run());
    const tables = [conformanceTable, conformancePairs];
    for (const statement of tables.flatMap((table) => recordTableStatements("sqlite", table)))
      await client.$executeRawUnsafe(statement.replace(`"expires" text`, `"expires" datetime`));
    for (const check of recordsConformance(adapter)) test(check.name, () => check.run());
    test.each(["auth_conformance_missing", "auth_without_model"] as const)(
      "%s is a missing table",
      async (missing) => {
        const records = adapter.records({ ...conformanceTable, name: missing });
        await expect(records.find({ id: "1" })).rejects.toSatisfy(isMissingTable);
        await expect(records.consume({ id: "1" })).rejects.toSatisfy(isMissingTable);
      },
    );
    describe("the published adapter", () => {
      eachOther(adapter, published);
    });
    describe("the Kysely store", () => {
      eachOther(adapter, KyselyAdapter(kysely));
    });
  });

  describe("numbers as ids", async () => {
    const { client, close, published } = await open(version, numberIds);
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

  describe("a name and an image that must be there, with defaults", async () => {
    const schema = textIds
      .replace("name String?", 'name String @default("")')
      .replace("image String?", 'image String @default("none")');
    const { client, url, close } = await open(version, schema);
    const kysely = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ url }) });
    afterAll(async () => {
      await kysely.destroy();
      await close();
    });
    await migrate(kysely);
    test("nobody's name and image are left to the schema", async () => {
      const adapter = PrismaAdapter(client);
      const { id } = await adapter.createUser({ id: "", email: "ada@example.com", emailVerified: null });
      expect(await adapter.getUser(id)).toMatchObject({ name: "", image: "none" });
      const updated = await adapter.updateUser({ id, emailVerified: new Date(0) });
      expect(updated).toMatchObject({ name: "", emailVerified: new Date(0) });
    });
  });
});
