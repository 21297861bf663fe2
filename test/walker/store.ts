/** The store that all processes share, with its rows in the open. */
import { type AuthTables, KyselyAdapter } from "authwright/adapters/kysely";
import { MemoryAdapter } from "authwright/adapters/memory";
import type { Adapter } from "authwright/adapters";
import { type Asking, type Call, type Told, toldBy } from "./answers.js";
import { PluginTable, type Records, type Row, type Table } from "./plugin-table.js";

type Method = (...given: readonly unknown[]) => unknown;

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
  readonly #plugins = new Map<string, PluginTable>();
  readonly #core: ReadonlyMap<string, Map<string, unknown>>;
  /** What was read since something was written, by call. */
  readonly #read = new Map<string, Told>();

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
    const isWrite = !reads.test(name);
    if (isWrite) this.#read.clear();
    if (of !== undefined) return this.#tableOf(of).carryOut(name, given, isWrite);
    if (isWrite) for (const table of this.#plugins.values()) table.forget();
    return (this.adapter as unknown as Record<string, Method>)[name]!(...given);
  }

  /** Before an app asks: what it asks at once takes the same turns each time. */
  async ready(): Promise<void> {
    for (const table of this.#plugins.values()) await table.give();
  }

  /** A call that was made in another world. @param id the same for the same call */
  async again(id: string, of: Table | undefined, name: string, given: readonly unknown[]): Promise<Told> {
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    const told = await toldBy(() => this.carryOut(of, name, given));
    if (reads.test(name)) this.#read.set(id, told);
    return told;
  }

  #tableOf(table: Table): PluginTable {
    const known = this.#plugins.get(table.name) ?? new PluginTable(table, this.adapter.records!(table));
    this.#plugins.set(table.name, known);
    return known;
  }

  async rows(): Promise<readonly (readonly [table: string, row: Row])[]> {
    const rows = [...this.#core].flatMap(([table, all]) =>
      [...all.values()].map((row) => [table, { ...(row as Row) }] as const),
    );
    for (const { table, rows: own } of await this.#pluginRows())
      for (const row of own) rows.push([table.name, row]);
    return rows;
  }

  #pluginRows = (): Promise<readonly { readonly table: Table; readonly rows: readonly Row[] }[]> =>
    Promise.all(
      [...this.#plugins.values()].map(async (each) => ({ table: each.table, rows: await each.rows() })),
    );

  /** The same rows in a store of its own, in memory. */
  async copy(): Promise<Store> {
    const copy = Store.inMemory();
    for (const [table, rows] of this.#core)
      for (const [key, row] of rows) copy.#core.get(table)?.set(key, { ...(row as Row) });
    for (const { table, rows } of await this.#pluginRows())
      copy.#plugins.set(table.name, new PluginTable(table, copy.adapter.records!(table), rows));
    return copy;
  }
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
    const known =
      tables.get(table.name) ?? (seen(table, store.adapter.records!(table)) as unknown as Records);
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
  const again: Call["again"] = (there, id) => there.store(id, of, name, given);
  return asking.ask({ of: of?.name ?? "", name, given, again }, run);
}
