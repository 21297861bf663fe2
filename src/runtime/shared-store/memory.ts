/** Subpath `authwright/shared-store/memory`: shared memory of one process, bounded. The default of every app. */
import type { SharedStore, ThrottleCount } from "../types/shared-store.js";

/** Options of `MemoryStore`. */
export interface MemoryStoreOptions {
  /** Keys kept at the same time; default 10,000, about 2 MB. */
  maxKeys?: number;
}

interface Entry {
  count: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

type Table = Map<string, Entry>;

/**
 * A {@link SharedStore} in the memory of this process: for apps of one process, and for tests.
 *
 * Counters and remembered keys are kept apart, `maxKeys` of each. When a table is full, entries that are over go, then
 * an eighth of the table: the smallest counts, the oldest of them first. So a flood of new names, each tried once,
 * never frees a name that was tried too often.
 *
 * @throws nothing
 * @example const config = { sharedStore: memoryStore({ maxKeys: 100_000 }), providers: [GitHub] };
 */
export function memoryStore({ maxKeys = 10_000 }: MemoryStoreOptions = {}): {
  increment(key: string, ttlSeconds: number, by: 1 | -1): ThrottleCount;
  add(key: string, ttlSeconds: number): boolean;
  has(keys: readonly string[]): boolean;
  delete(key: string): void;
} {
  const counters: Table = new Map();
  const remembered: Table = new Map();

  return {
    increment(key, ttlSeconds, by) {
      const known = openEntry(counters, key);
      if (known === undefined && by < 0) return { count: 0, secondsLeft: 0 };
      const entry = known ?? insert(counters, key, { count: 0, endsAt: endOf(ttlSeconds) }, maxKeys);
      entry.count = Math.max(0, entry.count + by);
      return { count: entry.count, secondsLeft: (entry.endsAt - Date.now()) / 1000 };
    },
    add(key, ttlSeconds) {
      if (openEntry(remembered, key) !== undefined) return false;
      insert(remembered, key, { count: 1, endsAt: endOf(ttlSeconds) }, maxKeys);
      return true;
    },
    has: (keys) =>
      keys.some((key) => openEntry(remembered, key) !== undefined || openEntry(counters, key) !== undefined),
    delete(key) {
      counters.delete(key);
      remembered.delete(key);
    },
  } satisfies SharedStore;
}

const endOf = (ttlSeconds: number): number => Date.now() + ttlSeconds * 1000;

function openEntry(table: Table, key: string): Entry | undefined {
  const entry = table.get(key);
  return entry !== undefined && entry.endsAt > Date.now() ? entry : undefined;
}

function insert(table: Table, key: string, entry: Entry, maxKeys: number): Entry {
  if (table.size >= maxKeys) makeRoom(table, maxKeys);
  // Anew, so that the order of the table is the order of the windows.
  table.delete(key);
  table.set(key, entry);
  return entry;
}

/** An eighth at a time: a full table must not be searched at every try. */
function makeRoom(table: Table, maxKeys: number): void {
  const now = Date.now();
  for (const [key, { endsAt }] of table) if (endsAt <= now) table.delete(key);
  let surplus = table.size - Math.floor((maxKeys * 7) / 8);
  if (surplus <= 0) return;
  const counts = [...new Set([...table.values()].map(({ count }) => count))].sort((a, b) => a - b);
  for (const smallest of counts) {
    for (const [key, { count }] of table) {
      if (count !== smallest) continue;
      table.delete(key);
      surplus--;
      if (surplus <= 0) return;
    }
  }
}
