/** A bundler renames the classes of Kysely: what the stores write goes by what a connection does, not by a name. */
import {
  DummyDriver,
  Kysely,
  MysqlAdapter,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
  type CompiledQuery,
  type Dialect,
  type DialectAdapter,
  type QueryCompiler,
} from "kysely";
import { describe, expect, test } from "vitest";
import { KyselyAdapter } from "../../src/runtime/adapters/kysely.js";
import { databaseOf } from "../../src/runtime/adapters/kysely-dialect.js";
import { kyselyStore } from "../../src/runtime/shared-store/kysely.js";

/** As a production build of Next.js 16 leaves them: every class is called `e`. */
interface Named {
  readonly name: "postgres" | "mysql" | "sqlite";
  readonly Adapter: new () => DialectAdapter;
  readonly Compiler: new () => QueryCompiler;
  readonly place: RegExp;
  readonly step: string;
}
const databases: readonly Named[] = [
  {
    name: "postgres",
    Adapter: class e extends PostgresAdapter {},
    Compiler: PostgresQueryCompiler,
    place: /= \$1/,
    step: "returning",
  },
  {
    name: "mysql",
    Adapter: class e extends MysqlAdapter {},
    Compiler: MysqlQueryCompiler,
    place: /= \?/,
    step: "on duplicate key",
  },
  {
    name: "sqlite",
    Adapter: class e extends SqliteAdapter {},
    Compiler: SqliteQueryCompiler,
    place: /= \?/,
    step: "returning",
  },
];

function connect({ Adapter, Compiler }: Named) {
  const asked: CompiledQuery[] = [];
  const dialect: Dialect = {
    createAdapter: () => new Adapter(),
    createDriver: () => new DummyDriver(),
    createQueryCompiler: () => new Compiler(),
    createIntrospector: () => {
      throw new Error("not asked");
    },
  };
  return { db: new Kysely<never>({ dialect, log: ({ query }) => void asked.push(query) }), asked };
}

describe.each(databases)("$name under other names", (database) => {
  const { name, place, step } = database;

  test("the store writes its statements", async () => {
    const { db, asked } = connect(database);
    expect(databaseOf(db)).toBe(name);
    await KyselyAdapter(db as never).getUserByEmail?.("ada@example.com");
    expect(asked.map(({ sql }) => sql).join()).toMatch(place);
  });

  test("and so does the shared store", async () => {
    const { db, asked } = connect(database);
    const store = kyselyStore(db as never);
    // The driver gives no rows, which some databases' answer is made of.
    await (async () => store.increment("key", 60, 1))().catch(() => undefined);
    expect(asked.map(({ sql }) => sql).join()).toContain(step);
  });
});
