/** Rows of a plugin's table, in the open: adapters do not list them all. */
import type { Adapter } from "authwright/adapters";

export type Row = Readonly<Record<string, unknown>>;
export type Table = Parameters<NonNullable<Adapter["records"]>>[0];
export type Records = ReturnType<NonNullable<Adapter["records"]>>;
type Method = (...given: readonly unknown[]) => unknown;

export class PluginTable {
  readonly table: Table;
  readonly #records: Records;
  /** By which rows are asked for, as they were put in. */
  readonly #keys = new Map<string, Record<string, string>>();
  /** As they are; undefined: something was written since. */
  #known: readonly Row[] | undefined;
  /** Rows of another store, which this one is given when somebody asks. */
  readonly #first: readonly Row[];
  #isGiven: boolean;
  #giving: Promise<void> | undefined;

  /** @param rows that the store has from the beginning */
  constructor(table: Table, records: Records, rows: readonly Row[] = []) {
    this.table = table;
    this.#records = records;
    this.#first = rows;
    this.#isGiven = rows.length === 0;
    this.#known = rows;
    for (const row of rows) this.#note(row);
  }

  carryOut(name: string, given: readonly unknown[], isWrite: boolean): unknown {
    if (!this.#isGiven) return this.give().then(() => this.carryOut(name, given, isWrite));
    if (name === "insert") this.#note(given[0] as Row);
    if (isWrite) this.#known = undefined;
    return (this.#records as unknown as Record<string, Method>)[name]!(...given);
  }

  /** From now on the store has the rows. */
  give(): Promise<void> {
    return (this.#giving ??= this.#give());
  }

  async #give(): Promise<void> {
    if (!this.#isGiven)
      for (const row of this.#first) await this.#records.insert(row as Parameters<Records["insert"]>[0]);
    this.#isGiven = true;
  }

  /** Something else was written, which may have changed these. */
  forget(): void {
    if (this.#isGiven) this.#known = undefined;
  }

  async rows(): Promise<readonly Row[]> {
    if (this.#known !== undefined) return this.#known;
    const rows: Row[] = [];
    for (const key of this.#keys.values()) {
      const row = await this.#records.find(key);
      if (row !== undefined) rows.push(row);
    }
    return (this.#known = rows);
  }

  #note(row: Row): void {
    const key = Object.fromEntries(this.table.primaryKey.map((column) => [column, String(row[column])]));
    const id = JSON.stringify(key);
    // Those that come anew stand last, as in the store.
    this.#keys.delete(id);
    this.#keys.set(id, key);
  }
}
