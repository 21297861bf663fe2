/** The store that all processes share, with its rows in the open. */
import { type AuthTables, KyselyAdapter } from "authwright/adapters/kysely";
import { MemoryAdapter } from "authwright/adapters/memory";
import type { Adapter } from "authwright/adapters";

type Method = (...given: unknown[]) => Promise<unknown>;
type Row = Readonly<Record<string, unknown>>;
type Table = Parameters<NonNullable<Adapter["records"]>>[0];
type Records = ReturnType<NonNullable<Adapter["records"]>>;

/** Told before each call. @returns what the call waits for first */
export type Watch = (isWrite: boolean, name: string) => Promise<void> | undefined;

export type StoreKind = "memory" | "sqlite" | "postgres";

async function sqlite() {
  const { LibsqlDialect } = await import("@libsql/kysely-libsql");
  const { createClient } = await import("@libsql/client");
  return new LibsqlDialect({ client: createClient({ url: ":memory:" }) as never });
}

async function postgres() {
  const { KyselyPGlite } = await import("kysely-pglite");
  return (await KyselyPGlite.create()).dialect;
}

const reads = /^(get|list|find|alike|has)/;

export class Store {
  readonly adapter: Adapter;
  /** Rows of plugins, by table, as they were put in: keys to ask for. */
  readonly #keys = new Map<Table, Map<string, Record<string, string>>>();
  readonly #core: ReadonlyMap<string, Map<string, unknown>>;

  /** @param core rows of the core's tables, where they are in the open */
  constructor(adapter: Adapter, core: Readonly<Record<string, Map<string, unknown>>> = {}) {
    this.adapter = adapter;
    this.#core = new Map(Object.entries(core));
  }

  static inMemory(): Store {
    const memory = MemoryAdapter();
    return new Store(memory, memory.rows as unknown as Record<string, Map<string, unknown>>);
  }

  /** SQLite is libsql in memory, Postgres is PGlite: for walks, whose rows nobody looks at. */
  static async open(kind: StoreKind = "memory"): Promise<Store> {
    if (kind === "memory") return Store.inMemory();
    const { Kysely } = await import("kysely");
    const dialect = kind === "sqlite" ? await sqlite() : await postgres();
    return new Store(KyselyAdapter(new Kysely<AuthTables>({ dialect }), { migrate: true }));
  }

  /** The adapter as one process has it. */
  seenBy(watch: Watch): Adapter {
    const adapter = watched(this.adapter as unknown as Record<string, unknown>, watch) as Adapter;
    return {
      ...adapter,
      records: (table) => {
        const rows = this.adapter.records!(table);
        const seen = watched(rows as unknown as Record<string, unknown>, watch) as unknown as typeof rows;
        return {
          ...seen,
          insert: (row) => {
            this.#note(table, row);
            return seen.insert(row);
          },
        };
      },
    };
  }

  async rows(): Promise<readonly (readonly [table: string, row: Row])[]> {
    const core = [...this.#core].flatMap(([table, rows]) =>
      [...rows.values()].map((row) => [table, row as Row] as const),
    );
    const plugins = await this.#pluginRows();
    return [...core, ...plugins.map(([{ name }, row]) => [name, row] as const)];
  }

  async #pluginRows(): Promise<readonly (readonly [Table, Row])[]> {
    const rows: (readonly [Table, Row])[] = [];
    for (const [table, keys] of this.#keys)
      for (const key of keys.values()) {
        const row = await this.adapter.records!(table).find(key);
        if (row !== undefined) rows.push([table, row]);
      }
    return rows;
  }

  /** The same rows in a store of its own, in memory. */
  async copy(): Promise<Store> {
    const copy = Store.inMemory();
    for (const [table, rows] of this.#core)
      for (const [key, row] of rows) copy.#core.get(table)?.set(key, { ...(row as Row) });
    for (const [table, row] of await this.#pluginRows()) {
      copy.#note(table, row);
      await copy.adapter.records!(table).insert(row as Parameters<Records["insert"]>[0]);
    }
    return copy;
  }

  #note(table: Table, row: Row): void {
    const key = this.#keyOf(table, row);
    const [keys, id] = [this.#keysOf(table), JSON.stringify(key)];
    // Those that come anew stand last, as in the store.
    keys.delete(id);
    keys.set(id, key);
  }

  #keysOf(table: Table): Map<string, Record<string, string>> {
    // One process asks with another object of the same table.
    const known = [...this.#keys.keys()].find(({ name }) => name === table.name) ?? table;
    const keys = this.#keys.get(known) ?? new Map<string, Record<string, string>>();
    this.#keys.set(known, keys);
    return keys;
  }

  #keyOf = (table: Table, row: Row): Record<string, string> =>
    Object.fromEntries(table.primaryKey.map((column) => [column, String(row[column])]));
}

function watched(target: Record<string, unknown>, watch: Watch): Record<string, unknown> {
  const seen = Object.entries(target).map(([name, method]) => {
    if (typeof method !== "function" || name === "records") return [name, method] as const;
    const call: Method = async (...given) => {
      await watch(!reads.test(name), name);
      return (method as Method).apply(target, given);
    };
    return [name, call] as const;
  });
  return Object.fromEntries(seen);
}
