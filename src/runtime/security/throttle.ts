/** How often somebody may try: mails to one address, and answers that turn out wrong. */
import { AdapterError, TooManyAttempts } from "../errors.js";
import type { ThrottleCount, ThrottleStore } from "../types/config.js";
import type { Attempt, Throttle } from "../types/flow.js";
import { hashToken } from "./hash.js";

const mails = { limit: 10, windowSeconds: 10 * 60 };
const failures = { limit: 20, windowSeconds: 15 * 60 };

/** For `throttle: false`. */
export const noThrottle: Throttle = Object.freeze({
  mail: () => Promise.resolve(),
  attempt: <T>(_who: Attempt, check: () => Promise<T>) => check(),
});

/** @param secrets keys are hashed with them, so that a shared store learns no names and no addresses */
export function createThrottle(store: ThrottleStore, secrets: readonly string[]): Throttle {
  // Tries that are being checked now: answers sent all at once must not slip past a count of finished ones.
  const running = new Map<string, number>();

  const keyOf = (kind: string, ...parts: readonly string[]) =>
    hashToken(JSON.stringify(["throttle", kind, ...parts]), secrets);

  async function keysOf({ provider, identifier, clientAddress }: Attempt): Promise<string[]> {
    const keys: string[] = [];
    if (identifier) keys.push(await keyOf("identifier", provider, canonical(identifier)));
    if (clientAddress) keys.push(await keyOf("address", addressRange(clientAddress)));
    return keys;
  }

  async function refuseFull(keys: readonly string[]): Promise<void> {
    const seen = keys.map((key) => store.read(key));
    const counts = (seen.some(isPromise) ? await Promise.all(seen) : seen) as (ThrottleCount | null)[];
    for (const count of counts) {
      if (count !== null && count.count >= failures.limit) throw tooMany("wrong answers", count.secondsLeft);
    }
  }

  return Object.freeze({
    async mail(address) {
      const { count, secondsLeft } = await store.add(
        await keyOf("mail", canonical(address)),
        mails.windowSeconds,
      );
      if (count > mails.limit) throw tooMany("mails to one address", secondsLeft);
    },
    async attempt(who, check) {
      const keys = await keysOf(who);
      await refuseFull(keys);
      // Many people share an address, and may well sign in at the same moment; one person does not.
      const [own] = who.identifier ? keys : [];
      const beside = own === undefined ? 0 : (running.get(own) ?? 0);
      if (beside >= failures.limit) throw tooMany("tries at once", 1);
      if (own !== undefined) running.set(own, beside + 1);
      try {
        return await check();
      } catch (error) {
        // A store that is down says nothing about the answer.
        if (!(error instanceof AdapterError))
          await Promise.all(keys.map((key) => store.add(key, failures.windowSeconds)));
        throw error;
      } finally {
        if (own !== undefined) {
          const left = (running.get(own) ?? 1) - 1;
          if (left === 0) running.delete(own);
          else running.set(own, left);
        }
      }
    },
  } satisfies Throttle);
}

const isPromise = (value: unknown): boolean => value instanceof Promise;

const tooMany = (what: string, secondsLeft: number) =>
  new TooManyAttempts(`Too many ${what}`, Math.max(1, Math.ceil(secondsLeft)));

/** Spellings of one name are one name. */
const canonical = (identifier: string): string => identifier.normalize("NFKC").trim().toLowerCase();

/**
 * The range that one client can take addresses from: an IPv4 address, or the first 64 bits of an IPv6 one.
 * Different spellings give one range.
 */
export function addressRange(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%", 1);
  const dotted = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (dotted?.[1] !== undefined) return dotted[1];
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill("0"), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return [high >> 8, high & 255, low >> 8, low & 255].join(".");
  }
  return groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

const maxWindows = 10_000;

/** Counts of this process. Bounded: when it is full, windows that are over go, then the oldest ones. */
export function memoryCounts(): ThrottleStore {
  const windows = new Map<string, { count: number; readonly endsAt: number }>();
  const open = (key: string) => {
    const window = windows.get(key);
    return window !== undefined && window.endsAt > Date.now() ? window : undefined;
  };
  const shown = ({ count, endsAt }: { count: number; endsAt: number }): ThrottleCount => ({
    count,
    secondsLeft: (endsAt - Date.now()) / 1000,
  });
  const makeRoom = () => {
    for (const [key, { endsAt }] of windows) if (endsAt <= Date.now()) windows.delete(key);
    // An eighth at a time: a full table must not be searched at every try.
    const surplus = windows.size - (maxWindows * 7) / 8;
    if (surplus > 0) for (const key of [...windows.keys()].slice(0, surplus)) windows.delete(key);
  };
  return {
    read(key) {
      const window = open(key);
      return window === undefined ? null : shown(window);
    },
    add(key, windowSeconds) {
      const known = open(key);
      if (known !== undefined) {
        known.count++;
        return shown(known);
      }
      if (windows.size >= maxWindows) makeRoom();
      // Anew, so that the order of the table is the order of the windows.
      windows.delete(key);
      const window = { count: 1, endsAt: Date.now() + windowSeconds * 1000 };
      windows.set(key, window);
      return shown(window);
    },
  };
}
