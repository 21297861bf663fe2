/** A store that fails, or answers oddly, in single requests. */
import type { Adapter, StoreMethods } from "../../../src/runtime/types/adapter.js";

export const kinds = [
  "throws",
  "rejects",
  // Carried out; the answer is lost.
  "lost",
  "null",
  "undefined",
  "text dates",
  "number dates",
  "more columns",
  "other case",
  "other token",
  "without id",
  "without email",
  "without expires",
  "without sessionToken",
  "without user",
  "without session",
  "without identifier",
  "without userId",
] as const;

export interface StoreFault {
  readonly method: keyof Adapter;
  readonly kind: (typeof kinds)[number];
  /** Only this call of the request, counted from 0; without it each one. */
  readonly only?: number;
}

type Method = (...args: unknown[]) => unknown;

export class OddStore {
  #fault: StoreFault | undefined;
  #calls = 0;

  /** What is odd in the request that comes. */
  begin(fault: StoreFault | undefined): void {
    this.#fault = fault;
    this.#calls = 0;
  }

  wrap(adapter: StoreMethods): StoreMethods {
    const wrapped = Object.entries(adapter).map(([name, method]): [string, Method] => [
      name,
      (...args) => {
        const run = () => (method as Method)(...args);
        const fault = this.#fault;
        if (fault?.method !== name) return run();
        const call = this.#calls++;
        return fault.only === undefined || fault.only === call ? answer(fault.kind, name, run) : run();
      },
    ]);
    return Object.fromEntries(wrapped) as unknown as StoreMethods;
  }
}

function answer(kind: StoreFault["kind"], name: string, run: () => unknown): unknown {
  switch (kind) {
    case "throws":
      throw new Error("store");
    case "rejects":
      return Promise.reject(new Error("store"));
    case "lost":
      run();
      return Promise.reject(new Error("store"));
    case "null":
    case "undefined":
      // A write is carried out and says nothing; whoever looks finds nothing.
      if (!/^(?:get|use|list)/.test(name)) run();
      return kind === "null" ? null : undefined;
    case "text dates":
      return dated(run(), (date) => date.toISOString());
    case "number dates":
      return dated(run(), Number);
    case "more columns":
      return changed(run(), (row) => ({ ...row, password: "hash", toJSON: undefined }));
    case "other case":
      return changed(run(), (row) => ({
        ...row,
        ...(typeof row["email"] === "string" && { email: row["email"].toUpperCase() }),
      }));
    // As a store that keeps hashes.
    case "other token":
      return changed(run(), (row) => ({
        ...row,
        ...("sessionToken" in row && { sessionToken: "hash" }),
      }));
    default:
      return changed(run(), (row) => ({ ...row, [kind.slice("without ".length)]: undefined }));
  }
}

function dated(row: unknown, as: (date: Date) => unknown): unknown {
  return changed(row, (columns) =>
    Object.fromEntries(
      Object.entries(columns).map(([name, value]) => [name, value instanceof Date ? as(value) : value]),
    ),
  );
}

type Row = Record<string, unknown>;
const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !(value instanceof Date);

/** Changes a row, both rows of a session, and each row of a list. */
function changed(row: unknown, change: (row: Row) => Row): unknown {
  if (Array.isArray(row)) return row.map((each) => changed(each, change));
  if (!isRow(row)) return row;
  return Object.fromEntries(
    Object.entries(change(row)).map(([name, value]) => [name, isRow(value) ? change(value) : value]),
  );
}
