/** Stores that processes share, wrapped once: bounded in time, and each with its own way to be down. */
import { AdapterError, toError } from "../errors.js";
import { withDeadline } from "../events.js";
import { memoryCounts } from "../security/throttle.js";
import type { LoggerInstance, RevocationStore, ThrottleStore } from "../types/config.js";
import type { Awaitable } from "../types/entities.js";

async function bounded<T>(call: () => Awaitable<T>, limitMs: number, name: string): Promise<T> {
  const running = (async () => call())();
  return withDeadline(running, limitMs, `The ${name} store did not answer`).catch((thrown: unknown) => {
    throw new AdapterError(toError(thrown), { cause: { store: name } });
  });
}

/** Counts shared by processes; while the store is down this process counts for itself, and sign-in goes on. */
export function sharedCounts(store: ThrottleStore, logger: LoggerInstance, limitMs: number): ThrottleStore {
  const own = memoryCounts();
  const ask = <T>(shared: () => Awaitable<T>, local: () => Awaitable<T>): Promise<T> =>
    bounded(shared, limitMs, "throttle").catch((error: Error) => {
      logger.error(error);
      return local();
    });
  return {
    add: (key, windowSeconds) =>
      ask(
        () => store.add(key, windowSeconds),
        () => own.add(key, windowSeconds),
      ),
    read: (key) =>
      ask(
        () => store.read(key),
        () => own.read(key),
      ),
  };
}

/** Signed-out sessions of all processes; while the store is down nobody can say who is signed in. */
export function sharedRevocation(
  store: RevocationStore,
  logger: LoggerInstance,
  limitMs: number,
): RevocationStore {
  const ask = <T>(call: () => Awaitable<T>): Promise<T> =>
    bounded(call, limitMs, "revocation").catch((error: Error) => {
      logger.error(error);
      throw error;
    });
  return { add: (id, until) => ask(() => store.add(id, until)), has: (id) => ask(() => store.has(id)) };
}
