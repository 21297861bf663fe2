/** The store that all processes share, with its rows in the open. */
import { type AuthTables, KyselyAdapter } from "authwright/adapters/kysely";
import { MemoryAdapter } from "authwright/adapters/memory";
import type { Adapter } from "authwright/adapters";
import type { Asking, Call } from "./answers.js";

type Method = (...given: unknown[]) => Promise<unknown>;
type Row = Readonly<Record<string, unknown>>;
export type Table = Parameters<NonNullable<Adapter["records"]>>[0];
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
  readonly #records = new Map<string, Records>();

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

  /**
   * One call, as an app makes it.
   *
   * @param of a table of a plugin; undefined: the adapter itself
   */
  carryOut(of: Table | undefined, name: string, given: readonly unknown[]): unknown {
    const target = of === undefined ? this.adapter : this.recordsOf(of);
    if (of !== undefined && name === "insert") this.#note(of, given[0] as Row);
    return (target as unknown as Record<string, Method>)[name]!(...given);
  }

  recordsOf(table: Table): Records {
    const known = this.#records.get(table.name) ?? this.adapter.records!(table);
    this.#records.set(table.name, known);
    return known;
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
        const row = await this.recordsOf(table).find(key);
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
      await copy.recordsOf(table).insert(row as Parameters<Records["insert"]>[0]);
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

/** What an app asks at present: another world's, where it goes on there. */
export interface Present {
  readonly store: Store | undefined;
  readonly watch: Watch;
  /** Who notes what it asks. */
  readonly asking: Asking | undefined;
}

/** The adapter as one app has it. */
export function adapterBy(present: () => Present): Adapter | undefined {
  const { store } = present();
  if (store === undefined) return undefined;
  const seen = (of: Table | undefined, target: object) =>
    Object.fromEntries(
      Object.entries(target).map(([name, method]) => {
        if (typeof method !== "function" || name === "records") return [name, method] as const;
        return [name, async (...given: unknown[]) => ask(present(), of, name, given)] as const;
      }),
    );
  const tables = new Map<string, Records>();
  const records = (table: Table): Records => {
    const known = tables.get(table.name) ?? (seen(table, store.recordsOf(table)) as unknown as Records);
    tables.set(table.name, known);
    return known;
  };
  return { ...seen(undefined, store.adapter), records } as Adapter;
}

function ask(
  { store, watch, asking }: Present,
  of: Table | undefined,
  name: string,
  given: readonly unknown[],
): unknown {
  const run = async (): Promise<unknown> => {
    await watch(!reads.test(name), name);
    return store?.carryOut(of, name, given);
  };
  if (asking === undefined) return run();
  const again: Call["again"] = (there) => there.store(of, name, given);
  return asking.ask({ of: of?.name ?? "", name, given, again }, run);
}
