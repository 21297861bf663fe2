/** Columns that ignore case and accents: whoever has an address or an id that looks alike is somebody else. */
import { randomUUID } from "node:crypto";
import { KyselyAdapter as ReferenceKyselyAdapter } from "@auth/kysely-adapter";
import { Kysely, MysqlDialect, sql } from "kysely";
import { createPool } from "mysql2";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../src/runtime/adapters/kysely.js";
import { conformance } from "../../src/runtime/adapter-testing/index.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";
import { answers } from "./servers.js";

const hasMariaDb = await answers(3306);
const why = hasMariaDb ? "" : " (skipped: no server on 127.0.0.1:3306)";
const after = `${origin}/after`;
const server = { host: "127.0.0.1", user: "root", password: "" };

/** As the tables were made before they had a collation of their own. */
const oldTables = [
  "create table User (id varchar(255) primary key, name text, email varchar(255) unique, emailVerified datetime(3), image text)",
  `create table Account (id varchar(255) primary key default (uuid()), userId varchar(255) not null, type varchar(255) not null,
    provider varchar(255) not null, providerAccountId varchar(255) not null, refresh_token text, access_token text,
    expires_at bigint, expires_in bigint, token_type text, scope text, id_token text, session_state text,
    unique (provider, providerAccountId), foreign key (userId) references User (id) on delete cascade)`,
  `create table Session (id varchar(255) primary key default (uuid()), userId varchar(255) not null,
    sessionToken varchar(255) not null unique, expires datetime(3) not null)`,
  "create table VerificationToken (identifier varchar(255) not null, token varchar(255) not null unique, expires datetime(3) not null)",
  `create table Authenticator (credentialID varchar(255) primary key, userId varchar(255) not null,
    providerAccountId varchar(255) not null, credentialPublicKey text not null, counter integer not null,
    credentialDeviceType text not null, credentialBackedUp boolean not null, transports text)`,
];

type Db = Kysely<AuthTables>;

/** Somebody else's store, which believes what the database finds. */
function trusting(db: Db): Adapter {
  const reference = ReferenceKyselyAdapter(db as never) as Adapter;
  return {
    ...reference,
    async getAccount(providerAccountId, provider) {
      const account = await db
        .selectFrom("Account")
        .selectAll()
        .where("provider", "=", provider)
        .where("providerAccountId", "=", providerAccountId)
        .executeTakeFirst();
      return (account as never) ?? null;
    },
  };
}

const ours = (db: Db): Adapter => KyselyAdapter(db);
const ignored = [
  "an accent makes another address and another account",
  "upper case, or a space at the end, makes another account",
  "upper case makes another session",
  "upper case makes another verification token",
  // Nothing to do with columns: without RETURNING it finds the row first.
  "of 8 uses of one verification token at once exactly one succeeds",
];
const stores = [
  { store: "our store on its own tables", own: true, adapterOf: ours, ignored: [] },
  { store: "our store on tables made before", own: false, adapterOf: ours, ignored: [] },
  { store: "another store", own: false, adapterOf: trusting, ignored },
];
const collations = ["utf8mb4_general_ci", "utf8mb4_unicode_ci", "utf8mb4_uca1400_ai_ci"];
const cases = collations.flatMap((collation) => stores.map((store) => ({ collation, ...store })));

describe.skipIf(!hasMariaDb).each(cases)(
  `$collation, $store${why}`,
  ({ collation, own, adapterOf, ignored: fails }) => {
    const database = `stores_${randomUUID().slice(0, 8)}`;
    let db: Db;
    let fake: FakeProvider;
    let links: string[];

    beforeAll(async () => {
      const admin = createPool(server).promise();
      await admin.query(`create database ${database} collate ${collation}`);
      await admin.end();
      db = new Kysely<AuthTables>({
        dialect: new MysqlDialect({ pool: createPool({ ...server, database }) }),
      });
      if (own) await migrate(db);
      else for (const table of oldTables) await sql.raw(table).execute(db);
    });
    afterAll(async () => {
      await sql.raw(`drop database ${database}`).execute(db);
      await db.destroy();
    });
    beforeEach(async () => {
      fake = new FakeProvider();
      links = [];
      for (const table of ["Account", "Session", "VerificationToken", "User"] as const)
        await db.deleteFrom(table).execute();
    });

    const errors: string[] = [];
    function browser(more: object = {}): Browser {
      return new Browser(
        coreApp({
          secret,
          trustHost: true,
          adapter: adapterOf(db),
          providers: [
            {
              id: "op",
              name: "OP",
              type: "oidc",
              issuer,
              clientId: "cid",
              clientSecret: "test-secret",
              // Columns that the provider's answer has and the tables do not are the store's affair.
              account: () => ({}),
              [customFetch]: fake.fetch,
              ...more,
            },
            {
              id: "email",
              name: "E-mail",
              type: "email",
              sendVerificationRequest: ({ url }) => void links.push(url),
            },
          ],
          logger: { error: (error) => void errors.push(error.message), warn: () => undefined },
        }),
      );
    }
    async function signIn(claims: object, more?: object): Promise<[string, unknown]> {
      const visitor = browser(more);
      fake.faults.claims = (given) => ({ ...given, ...claims });
      const answer = fake.authorize(locationOf(await visitor.startSignIn("op")));
      const end = locationOf(await visitor.send(`/auth/callback/op?${answer}`));
      return [end, (await visitor.session())?.user?.["email"]];
    }
    async function signInByMail(email: string): Promise<[string, unknown]> {
      const visitor = browser();
      const csrf = (await (await visitor.send("/auth/csrf")).json()) as { csrfToken: string };
      await visitor.post("/auth/signin/email", { ...csrf, email, callbackUrl: "/after" });
      const end = locationOf(await visitor.send(links.pop()!));
      return [end, (await visitor.session())?.user?.["email"]];
    }
    const ceo = { id: "1", name: "Ceo", email: "Ceo@Example.com", emailVerified: null, image: null };

    test("SEC2-01 a mail to an address that looks alike opens nobody else's account, and the owner signs in", async () => {
      await db.insertInto("User").values(ceo).execute();
      for (const email of ["ceo@exämple.com", "ceo@éxample.com", "çeo@example.com"]) {
        const [end, who] = await signInByMail(email);
        expect([null, undefined, email]).toContain(who);
        // A table whose own index ignores accents has no place for both.
        expect([end, own]).toEqual([own ? after : `${origin}/auth/error?error=Configuration`, own]);
      }
      // In a column that tells cases apart the row of another spelling is not found; before, it was.
      if (own) await sql`update User set email = lower(email) where id = '1'`.execute(db);
      expect(await signInByMail("CEO@example.com")).toEqual([after, own ? "ceo@example.com" : ceo.email]);
      expect(await db.selectFrom("User").select("id").where("name", "=", "Ceo").execute()).toEqual([
        { id: "1" },
      ]);
    });

    test("SEC2-01 an account with an address that looks alike is not linked", async () => {
      await db.insertInto("User").values(ceo).execute();
      const linking = { allowDangerousEmailAccountLinking: true };
      const [, who] = await signIn({ sub: "stranger", email: "ceo@exämple.com" }, linking);
      expect(who).not.toBe(ceo.email);
      const accounts = await db.selectFrom("Account").select("userId").execute();
      expect(accounts.map(({ userId }) => userId)).not.toContain("1");
    });

    test("SEC2-02 account ids that look alike are other people", async () => {
      expect(await signIn({ sub: "Admin", email: "admin@example.com" })).toEqual([
        after,
        "admin@example.com",
      ]);
      for (const [index, sub] of ["aDMIN", "Ädmin", "Admin "].entries()) {
        const email = `other${index}@example.com`;
        const [, who] = await signIn({ sub, email });
        expect([undefined, email]).toContain(who);
      }
      expect(await signIn({ sub: "Admin", email: "admin@example.com" })).toEqual([
        after,
        "admin@example.com",
      ]);
    });

    test("SEC2-03 the conformance kit says what the columns ignore", async () => {
      const found: string[] = [];
      const asked = conformance(adapterOf(db)).filter(
        ({ group, name }) => group === "look-alikes" || name.includes("verification token at once"),
      );
      for (const check of asked) await check.run().catch(() => found.push(check.name));
      expect(found).toEqual(fails);
    });
  },
);
