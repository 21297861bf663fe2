/** Memory that processes share, wrapped once: bounded in time, and with a way to be down. */
import { AdapterError, toError } from "../errors/index.js";
import { withDeadline } from "../callbacks/events.js";
import { hashToken } from "../security/hash.js";
import { memoryStore } from "../shared-store/memory.js";
import type { AnyAuthConfig, LoggerInstance } from "../types/config.js";
import type { Awaitable } from "../types/entities.js";
import type { SpentValues, Throttle, Tries } from "../types/throttle.js";
import type { RevocationStore, SharedStore } from "../types/shared-store.js";

/** How stores of this configuration are asked. */
export interface StoreAccess {
  readonly logger: LoggerInstance;
  /** Milliseconds that a call may take. */
  readonly limitMs: number;
}

/**
 * The memory of this process. It stands under a global symbol: a configuration made anew for each request, and a second
 * copy of this package, count on. Keys are hashes over the secrets, so apps in one process don't meet.
 *
 * @param kind of values with a memory of their own: a flood of others makes it forget none of them
 */
export function processMemory(kind = ""): SharedStore {
  const home = globalThis as unknown as Record<symbol, SharedStore | undefined>;
  return (home[Symbol.for(`authwright.shared-memory${kind}`)] ??= memoryStore());
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
export function spentValues(store: SharedStore | undefined): SpentValues {
  const keyOf = (kind: string, value: string) => hashToken(JSON.stringify(["spent", kind, value]), []);
  return {
    spend: async (kind, value, ttlSeconds) =>
      (store ?? processMemory(kind)).add(await keyOf(kind, value), ttlSeconds),
    isSpent: async (kind, value) => (store ?? processMemory(kind)).has([await keyOf(kind, value)]),
  };
}

/** What tries are counted with, as the configuration says. */
export function triesOf(
  option: AnyAuthConfig["throttle"],
  memory: SharedStore,
  { logger, limitMs }: StoreAccess,
): Tries {
  let throttle: Throttle | undefined;
  return {
    isOn: option !== false,
    option: option === false ? undefined : option,
    memory,
    own: processMemory,
    ask: (call) => bounded(call, limitMs, "throttle"),
    tell: (error) => logger.error(error),
    once: (make) => (throttle ??= make()),
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
