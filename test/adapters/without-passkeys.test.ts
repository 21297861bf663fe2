/** Databases of apps without passkeys have no table for them, as that of `@auth/pg-adapter` has none. */
import { createClient } from "@libsql/client";
import { createPool } from "mysql2/promise";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import type { StoreName } from "./open-store.js";
import { openTested, servers, type Server } from "./tested-store.js";

const execute: Readonly<Partial<Record<Server, (place: string, statement: string) => Promise<unknown>>>> = {
  file(place, statement) {
    const client = createClient({ url: `file:${place}` });
    return client.execute(statement).finally(() => client.close());
  },
  async Postgres(place, statement) {
    const options = `-c search_path=${place}`;
    const pool = new Pool({ host: "127.0.0.1", user: "postgres", database: "test", options });
    await pool.query(statement).finally(() => pool.end());
  },
  async MariaDB(place, statement) {
    const pool = createPool({ host: "127.0.0.1", user: "root", password: "", database: place });
    await pool.query(statement).finally(() => pool.end());
  },
};

const stores: readonly (readonly [StoreName, Server, table: string])[] = [
  ["kysely on libsql", "file", '"Authenticator"'],
  ["kysely on Postgres", "Postgres", '"Authenticator"'],
  ["kysely on MariaDB", "MariaDB", "Authenticator"],
  ["pg", "Postgres", "authenticators"],
  ["mysql2", "MariaDB", "authenticators"],
  ["drizzle on libsql", "file", "authenticator"],
  ["drizzle on Postgres", "Postgres", "authenticator"],
  ["drizzle on MariaDB", "MariaDB", "authenticator"],
];

describe.each(stores)("%s", (name, server, table) => {
  const why = servers[server] ? "" : ` (skipped: no ${server} on 127.0.0.1)`;
  test.skipIf(!servers[server])(
    `removes a user with accounts and sessions, and nobody else${why}`,
    async () => {
      const { adapter, place, close } = await openTested(name, server, "");
      try {
        const person = (email: string) => adapter.createUser?.({ id: email, email, emailVerified: null });
        const [gone, other] = [await person("a@example.com"), await person("b@example.com")];
        for (const user of [gone, other]) {
          const userId = user?.id ?? "";
          const providerAccountId = user?.email ?? "";
          await adapter.linkAccount?.({ userId, type: "oauth", provider: "github", providerAccountId });
          const expires = new Date(Date.now() + 3_600_000);
          await adapter.createSession?.({ userId, sessionToken: `of ${providerAccountId}`, expires });
        }
        await execute[server]?.(place, `drop table ${table}`);
        await adapter.deleteUser?.(gone?.id ?? "");
        expect(await adapter.getUser?.(gone?.id ?? "")).toBeNull();
        expect(await adapter.getSessionAndUser?.("of a@example.com")).toBeNull();
        const left = await adapter.getUserByAccount?.({
          provider: "github",
          providerAccountId: "b@example.com",
        });
        expect(left).toMatchObject({ email: "b@example.com" });
        expect((await adapter.getSessionAndUser?.("of b@example.com"))?.user.email).toBe("b@example.com");
      } finally {
        await close();
      }
    },
  );
});
