/** Memory that processes share, wrapped once: bounded in time, and with a way to be down. */
import { AdapterError, toError } from "../errors.js";
import { withDeadline } from "../events.js";
import { hashToken } from "../security/hash.js";
import type { TryCounters } from "../security/throttle.js";
import { memoryStore } from "../shared-store/memory.js";
import type { LoggerInstance } from "../types/config.js";
import type { Awaitable } from "../types/entities.js";
import type { SpentValues } from "../types/throttle.js";
import type { RevocationStore, SharedStore, ThrottleCount, ThrottleStore } from "../types/shared-store.js";

/** How stores of this configuration are asked. */
export interface StoreAccess {
  readonly logger: LoggerInstance;
  /** Milliseconds that a call may take. */
  readonly limitMs: number;
}

const processMemoryKey = Symbol.for("authwright.shared-memory");

/**
 * The memory of this process. It stands under a global symbol: a configuration made anew for each request, and a second
 * copy of this package, count on. Keys are hashes over the secrets, so apps in one process don't meet.
 */
export function processMemory(): SharedStore {
  const home = globalThis as { [processMemoryKey]?: SharedStore };
  return (home[processMemoryKey] ??= memoryStore());
}

async function bounded<T>(call: () => Awaitable<T>, limitMs: number, name: string): Promise<T> {
  const running = (async () => call())();
  return withDeadline(running, limitMs, `The ${name} store did not answer`).catch((thrown: unknown) => {
    throw new AdapterError(toError(thrown), { cause: { store: name } });
  });
}

/** Asks `shared`; while it is down asks the memory of this process, and the log hears of the first failure. */
function orProcessMemory(shared: SharedStore, name: string, { logger, limitMs }: StoreAccess): SharedStore {
  const own = processMemory();
  let isDown = false;
  const ask = async <T>(call: (store: SharedStore) => Awaitable<T>): Promise<T> => {
    try {
      const answer = await bounded(() => call(shared), limitMs, name);
      isDown = false;
      return answer;
    } catch (thrown) {
      if (!isDown) logger.error(toError(thrown));
      isDown = true;
      return call(own);
    }
  };
  return {
    increment: (key, ttlSeconds, by) => ask((store) => store.increment(key, ttlSeconds, by)),
    add: (key, ttlSeconds) => ask((store) => store.add(key, ttlSeconds)),
    has: (keys) => ask((store) => store.has(keys)),
    delete: (key) => ask((store) => store.delete(key)),
  };
}

/** The memory for what may be used once and for counts of tries: the app's, or this process's. */
export function sharedMemory(store: SharedStore | undefined, access: StoreAccess): SharedStore {
  return store === undefined ? processMemory() : orProcessMemory(store, "shared", access);
}

/** Values that were used, by their hashes. They are random, so no secret goes in: what is used stays so when one is replaced. */
export function spentValues(store: SharedStore): SpentValues {
  return {
    async spend(kind, value, ttlSeconds) {
      return store.add(await hashToken(JSON.stringify(["spent", kind, value]), []), ttlSeconds);
    },
  };
}

export function tryCounters(store: SharedStore): TryCounters {
  return {
    async take(key, windowSeconds) {
      const answer = await store.increment(key, windowSeconds, 1);
      return typeof answer === "number" ? { count: answer, secondsLeft: windowSeconds } : answer;
    },
    async giveBack(key, windowSeconds) {
      await store.increment(key, windowSeconds, -1);
    },
    keep: () => Promise.resolve(),
    async forget(key) {
      await store.delete(key);
    },
  };
}

/** Counts in a store of the older kind: it cannot give a try back, so this process remembers what is under way. */
export function legacyTryCounters(store: ThrottleStore, access: StoreAccess): TryCounters {
  const { logger, limitMs } = access;
  const own = processMemory();
  const underWay = new Map<string, number>();
  const ask = async <T>(shared: () => Awaitable<T>, local: () => Awaitable<T>): Promise<T> =>
    bounded(shared, limitMs, "throttle").catch((error: Error) => {
      logger.error(error);
      return local();
    });
  const finish = (key: string): void => {
    const left = (underWay.get(key) ?? 1) - 1;
    if (left <= 0) underWay.delete(key);
    else underWay.set(key, left);
  };
  const localCount = (key: string, windowSeconds: number): Awaitable<ThrottleCount> => {
    own.increment(key, windowSeconds, 1);
    return own.increment(key, windowSeconds, -1) as ThrottleCount;
  };
  return {
    async take(key, windowSeconds) {
      const beside = (underWay.get(key) ?? 0) + 1;
      underWay.set(key, beside);
      const known = await ask(
        () => store.read(key),
        () => localCount(key, windowSeconds),
      );
      return { count: (known?.count ?? 0) + beside, secondsLeft: known?.secondsLeft ?? windowSeconds };
    },
    giveBack: (key) => Promise.resolve(finish(key)),
    async keep(key, windowSeconds) {
      await ask<unknown>(
        () => store.add(key, windowSeconds),
        () => own.increment(key, windowSeconds, 1),
      );
      finish(key);
    },
    // It knows no way to forget; the count of a code ends with its window.
    forget: () => Promise.resolve(),
  };
}

/** Signed-out sessions in the memory that processes share, for `session.revocation: true`. */
export function revokedSessions(store: SharedStore): RevocationStore {
  // Without the secrets: a session that was signed out stays so when they are replaced.
  const keyOf = (id: string) => hashToken(JSON.stringify(["revoked", id]), []);
  return {
    async add(id, until) {
      await store.add(await keyOf(id), Math.max(1, (until.valueOf() - Date.now()) / 1000));
    },
    has: async (id) => store.has([await keyOf(id)]),
  };
}

/** Signed-out sessions of all processes; while the store is down nobody can say who is signed in. */
export function sharedRevocation(store: RevocationStore, { logger, limitMs }: StoreAccess): RevocationStore {
  const ask = <T>(call: () => Awaitable<T>): Promise<T> =>
    bounded(call, limitMs, "revocation").catch((error: Error) => {
      logger.error(error);
      throw error;
    });
  return { add: (id, until) => ask(() => store.add(id, until)), has: (id) => ask(() => store.has(id)) };
}
