/**
 * What becomes of the rows of a user, in every table of ours that holds one: when the address is proven for the first
 * time, when the password is set anew, when the user is deleted. A table without an answer fails.
 */
import { isDeepStrictEqual } from "node:util";
import { createClient } from "@libsql/client";
import { LibsqlDialect } from "@libsql/kysely-libsql";
import { Kysely } from "kysely";
import { expect, it } from "vitest";
import { type AuthTables, KyselyAdapter } from "../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { accessTokens } from "../../src/runtime/plugins/access-tokens/index.js";
import { deleteUser } from "../../src/runtime/plugins/accounts/delete-user.js";
import { admin } from "../../src/runtime/plugins/admin/index.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { pluginsOf, scopeOf } from "../../src/runtime/plugins/host/scope.js";
import { organizations } from "../../src/runtime/plugins/organizations/index.js";
import {
  organizationTable,
  tables as organizationTables,
} from "../../src/runtime/plugins/organizations/tables.js";
import { endWithPassword } from "../../src/runtime/plugins/password/end-with-password.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import { twoFactor } from "../../src/runtime/plugins/two-factor/index.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { RecordRow, RecordTable } from "../../src/runtime/types/records.js";
import { withSignOut } from "../../src/runtime/sign-out/index.js";
import { withParts } from "../../src/runtime/settings/with-parts.js";
import { keptTables } from "../../src/templates/plugins/index.js";
import { origin, secret } from "../support/browser.js";

/** What happens to a user. */
type Happening = "proven" | "reset" | "deleted";

/** `goes`: no row is left that names the user; `stays`: it is as it was; `changes`: it holds what opens nothing. */
type Answer = "goes" | "stays" | "changes";
type Answers = Readonly<Record<Happening, Answer>>;

const ofTheProof: Answers = { proven: "goes", reset: "stays", deleted: "goes" };
const ofTheUser: Answers = { proven: "stays", reset: "stays", deleted: "goes" };

const answers: Readonly<Record<string, Answers>> = {
  auth_access_tokens: ofTheProof,
  auth_account_changes: ofTheUser,
  auth_account_deletions: ofTheProof,
  auth_account_passkeys: ofTheProof,
  auth_account_places: ofTheProof,
  auth_account_uses: ofTheProof,
  // What keeps them out outlives them under another key.
  auth_admin_ban: ofTheUser,
  auth_admin_grant: ofTheProof,
  // Who has acted for them stays to be looked up.
  auth_admin_impersonation: { proven: "stays", reset: "stays", deleted: "stays" },
  // Whoever sets a password by a mail reads the mails: what a user whom a press has made has sent ends, too.
  auth_organizations_invitation: { ...ofTheProof, reset: "goes" },
  auth_organizations_invited: { ...ofTheProof, reset: "goes" },
  // Who they are does not change with what they sign in with.
  auth_organizations_member: ofTheUser,
  // A password that nobody knows.
  auth_password_hash: { ...ofTheProof, proven: "changes" },
  auth_password_link: ofTheProof,
  // Tokens of before are over; of a deleted user until there can be none any more.
  auth_session_epochs: { proven: "changes", reset: "changes", deleted: "changes" },
  // What ends sessions ends them by the number.
  auth_session_info: ofTheUser,
  auth_session_provider: ofTheUser,
  auth_two_factor_browser: { ...ofTheProof, reset: "goes" },
  auth_two_factor_recovery: ofTheProof,
  auth_two_factor_secret: ofTheProof,
  auth_two_factor_session: ofTheProof,
};

const namesUser = (column: string): boolean =>
  ["userId", "invitedBy", "adminId", "bannedBy"].includes(column);
/** Those of organisations, too, whether the command line adds them or not. */
const withUser = [
  ...new Map([...keptTables, ...organizationTables].map((table) => [table.name, table])).values(),
].filter(({ columns }) => Object.keys(columns).some(namesUser));

it("each table with a user in it has its answers", () => {
  expect(withUser.map(({ name }) => name).sort()).toEqual(Object.keys(answers).sort());
});

const values = { key: "a", text: "a", integer: 1, boolean: true, date: new Date(Date.now() + 3_600_000) };
const rowOf = ({ columns }: RecordTable, userId: string): RecordRow =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type }]) => [
      name,
      namesUser(name)
        ? userId
        : type === "key" || type === "text"
          ? `${name === "organizationId" ? "id" : name}-of-${userId}`
          : values[type],
    ]),
  );

async function house(adapter: Adapter = MemoryAdapter()) {
  const config: AuthConfig = {
    secret,
    trustHost: true,
    adapter,
    providers: [
      withSignOut({
        id: "work",
        name: "Work",
        type: "oidc",
        issuer: "https://id.example",
        clientId: "a",
        clientSecret: "b",
        backchannelLogout: true,
      }),
    ],
    plugins: [
      password({ sendMail: () => undefined }),
      account(),
      twoFactor(),
      accessTokens(),
      admin(),
      organizations({ roles: { owner: ["*"] }, create: "nobody", sendMail: () => undefined }),
    ],
    logger: { error: () => undefined, warn: () => undefined },
  };
  const resolved = await withParts(resolveConfigWithEnv(config));
  const site = siteAt(resolved, origin);
  const own = (id: string) =>
    scopeOf(
      pluginsOf(resolved.config).find((plugin) => plugin.id === id)!,
      resolved,
    );
  const happens: Readonly<Record<Happening, (userId: string) => Promise<unknown>>> = {
    proven: async (userId) => resolved.plugins?.addressProven(resolved, userId, undefined),
    reset: (userId) =>
      endWithPassword({ context: { resolved, site }, own: own("password") } as never, userId),
    deleted: (userId) => deleteUser(resolved, own("account"), userId),
  };
  return { adapter, happens };
}

it.each(Object.entries(answers))("%s", async (name, said) => {
  const table = withUser.find((one) => one.name === name)!;
  for (const [happening, answer] of Object.entries(said) as [Happening, Answer][]) {
    const { adapter, happens } = await house();
    const rows = adapter.records!(table);
    const [ada, bob] = await Promise.all(
      ["ada", "bob"].map((who) =>
        adapter.createUser!({ id: who, email: `${who}@example.com`, emailVerified: null }),
      ),
    );
    for (const one of [organizationTable, ...withUser])
      for (const { id } of [ada!, bob!]) await adapter.records!(one).insert(rowOf(one, id));
    await happens[happening](ada!.id);
    const left = async (id: string): Promise<Answer> => {
      const [column = ""] = Object.keys(table.columns).filter(namesUser);
      const found = await rows.list({ [column]: id }, { limit: 10 });
      if (found.length === 0) return "goes";
      return isDeepStrictEqual(found, [rowOf(table, id)]) ? "stays" : "changes";
    };
    expect({ happening, ada: await left(ada!.id), bob: await left(bob!.id) }).toEqual({
      happening,
      ada: answer,
      bob: "stays",
    });
  }
});

/** A store whose process ends behind each removal that took rows out. */
function dyingBehindBatches(adapter: Adapter): Adapter {
  return {
    ...adapter,
    records: (table) => {
      const records = adapter.records!(table);
      return {
        ...records,
        remove: async (where, limits) => {
          const removed = await records.remove(where, limits);
          if (removed > 0) throw new Error("the process ended");
          return removed;
        },
      };
    },
  };
}

it("10,000 rows of a user, and a process that dies behind each batch: each try goes on, the user goes last", async () => {
  const client = createClient({ url: ":memory:" });
  const database = new Kysely<AuthTables>({ dialect: new LibsqlDialect({ client: client as never }) });
  const adapter: Adapter = KyselyAdapter(database, { migrate: true });
  const table = withUser.find(({ name }) => name === "auth_account_uses")!;
  const rows = adapter.records!(table);
  const [ada, bob] = await Promise.all(
    ["ada", "bob"].map((name) =>
      adapter.createUser!({ id: name, email: `${name}@example.com`, emailVerified: null }),
    ),
  );
  for (const { id } of [ada!, bob!]) await rows.insert(rowOf(table, id));
  const columns = Object.keys(table.columns).map((name) => (name === "id" ? "'use-' || n" : `"${name}"`));
  await client.execute(
    `WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 9999)
     INSERT INTO ${table.name} (${Object.keys(table.columns).map((name) => `"${name}"`)})
     SELECT ${columns} FROM many, (SELECT * FROM ${table.name} WHERE "userId" = '${ada!.id}')`,
  );
  const { happens } = await house(dyingBehindBatches(adapter));
  let deaths = 0;
  for (; deaths < 20; deaths += 1) {
    const outcome = await happens.deleted(ada!.id).then(
      () => "done",
      () => "died",
    );
    if (outcome === "done") break;
    expect(await adapter.getUser!(ada!.id)).not.toBeNull();
  }
  expect(deaths).toBe(10);
  expect(await adapter.getUser!(ada!.id)).toBeNull();
  expect(await rows.list({ userId: ada!.id }, { limit: 1 })).toEqual([]);
  expect(await rows.list({ userId: bob!.id }, { limit: 2 })).toHaveLength(1);
});
