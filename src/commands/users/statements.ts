/** What the commands about users write, as statements: `--dry-run` prints them, and nothing else is run. */
import type { Connection } from "../database/connection.js";
import { columnOf, type KnownTable, type UserTables, Words } from "./user-tables.js";

/** A statement, and the values of its places. */
export interface UserStatement {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
  /** It is run where this one has changed no row. */
  readonly unless?: UserStatement | undefined;
}

type Value = string | number | null | Date;

/** Statements for the tables of one database. */
export class Statements {
  readonly #words: Words;
  readonly #tables: UserTables;

  constructor(connection: Pick<Connection, "database">, tables: UserTables) {
    this.#words = new Words(connection);
    this.#tables = tables;
  }

  /** Nobody acts for an administrator. @param by who sits at the terminal */
  grant(userId: string, by: string, now: Date): readonly UserStatement[] {
    return [
      this.#insert(this.#tables.grants, { userId, grantedBy: by, createdAt: now }),
      this.#endActs(userId, now),
    ];
  }

  revoke(userId: string): readonly UserStatement[] {
    return [this.#remove(this.#tables.grants, userId)];
  }

  /** The row first: nobody signs in from then on. */
  ban(userId: string, reason: string, until: Date | null, now: Date): readonly UserStatement[] {
    const row = { reason, bannedBy: null, createdAt: now, expires: until };
    const insert = this.#insert(this.#tables.bans, { userId, ...row });
    return [
      { ...this.#update(this.#tables.bans, userId, row), unless: insert },
      ...this.endSessions(userId, now),
      this.#endActs(userId, now),
    ];
  }

  /** Nobody acts for this user any more. */
  #endActs(userId: string, now: Date): UserStatement {
    return this.#update(this.#tables.acts, userId, { endedAt: now }, "endedAt");
  }

  unban(userId: string): readonly UserStatement[] {
    return [this.#remove(this.#tables.bans, userId)];
  }

  /** All of them, in tokens and in rows, and sign-ins that wait for a step. */
  endSessions(userId: string, now: Date): readonly UserStatement[] {
    const { epochs, info, sessions } = this.#tables;
    const { quote } = this.#words;
    const first = this.#insert(epochs, { userId, epoch: 1, keptId: null, expires: null });
    const column = (name: string) => quote(columnOf(epochs, name).name);
    const isUser = `${this.#words.exactly(column("userId"))} = ${this.#words.place(1)}`;
    const countUp = `update ${quote(epochs.name)} set ${column("epoch")} = ${column("epoch")} + 1, ${column("keptId")} = null where ${isUser}`;
    return [
      { text: countUp, values: [userId], unless: first },
      this.#update(info, userId, { endedAt: now }, "endedAt"),
      ...(sessions === undefined ? [] : [this.#remove(sessions, userId)]),
    ];
  }

  #insert(table: KnownTable, row: Readonly<Record<string, Value>>): UserStatement {
    const { quote, place } = this.#words;
    const names = Object.keys(row).map((name) => quote(columnOf(table, name).name));
    const places = names.map((_, at) => place.call(this.#words, at + 1));
    return {
      text: `insert into ${quote(table.name)} (${names.join(", ")}) values (${places.join(", ")})`,
      values: this.#valuesOf(table, row),
    };
  }

  /** @param isNull a column that has to be empty still */
  #update(
    table: KnownTable,
    userId: string,
    row: Readonly<Record<string, Value>>,
    isNull?: string,
  ): UserStatement {
    const { quote } = this.#words;
    const column = (name: string) => quote(columnOf(table, name).name);
    const sets = Object.keys(row).map((name, at) => `${column(name)} = ${this.#words.place(at + 1)}`);
    const isUser = `${this.#words.exactly(column("userId"))} = ${this.#words.place(sets.length + 1)}`;
    const empty = isNull === undefined ? "" : ` and ${column(isNull)} is null`;
    return {
      text: `update ${quote(table.name)} set ${sets.join(", ")} where ${isUser}${empty}`,
      values: [...this.#valuesOf(table, row), userId],
    };
  }

  #remove(table: KnownTable, userId: string): UserStatement {
    const { quote } = this.#words;
    const isUser = `${this.#words.exactly(quote(columnOf(table, "userId").name))} = ${this.#words.place(1)}`;
    return { text: `delete from ${quote(table.name)} where ${isUser}`, values: [userId] };
  }

  #valuesOf(table: KnownTable, row: Readonly<Record<string, Value>>): (string | number | null)[] {
    return Object.entries(row).map(([name, value]) =>
      value instanceof Date ? this.#words.date(columnOf(table, name), value) : value,
    );
  }
}

/** Runs them one behind the other. @returns how many rows the first of them, or what stands in for it, has changed */
export async function runStatements(
  connection: Connection,
  statements: readonly UserStatement[],
): Promise<number> {
  let first: number | undefined;
  for (const { text, values, unless } of statements) {
    let changed = await connection.execute(text, values);
    if (changed === 0 && unless !== undefined) changed = await connection.execute(unless.text, unless.values);
    first ??= changed;
  }
  return first ?? 0;
}

/** As people read them: the text, and the values behind it. */
export const linesOf = (statements: readonly UserStatement[]): readonly string[] =>
  statements.flatMap(({ text, values, unless }) => [
    `${text}; -- ${values.map((value) => JSON.stringify(value)).join(", ")}`,
    ...(unless === undefined ? [] : ["-- where that changed no row:", ...linesOf([unless])]),
  ]);
