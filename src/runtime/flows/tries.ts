/** The throttle of a configuration: it comes with the flows that count tries. */
import { createThrottle, noThrottle, type TryCounters } from "../security/throttle.js";
import { clientAddressOf } from "../security/client-address.js";
import { isKnownAddress } from "../security/known-browser.js";
import type { Awaitable } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { SharedStore, ThrottleCount, ThrottleStore } from "../types/shared-store.js";
import type { Throttle, Tries } from "../types/throttle.js";

export const throttleOf = ({ tries, secrets }: ResolvedConfig): Throttle =>
  tries.once(() => made(tries, secrets));

/** Counts a mail that this request asks for. @throws TooManyAttempts, which says when the next may be asked for */
export const countMail = (context: FlowContext, address: string): Promise<void> =>
  throttleOf(context.resolved).mail({
    address,
    clientAddress: clientAddressOf(context),
    isKnownBrowser: () => isKnownAddress(context, address),
  });

/** A shared store without this process's memory behind it: while it is down nobody can say how often a code was tried. */
const strict = (shared: SharedStore, { ask }: Tries): SharedStore => ({
  increment: (key, ttlSeconds, by) => ask(() => shared.increment(key, ttlSeconds, by)),
  add: (key, ttlSeconds) => ask(() => shared.add(key, ttlSeconds)),
  has: (keys) => ask(() => shared.has(keys)),
  delete: (key) => ask(() => shared.delete(key)),
});

/** Counts the tries of single codes, also with `throttle: false`. Its methods throw AdapterError while the store is down. */
export function codeThrottleOf({ config, tries, secrets }: ResolvedConfig): Throttle {
  const { sharedStore } = config;
  const { option, memory } = tries;
  const { triesPerCode } = option !== undefined && "triesPerCode" in option ? option : {};
  const counters = tryCounters(sharedStore === undefined ? memory : strict(sharedStore, tries));
  return createThrottle(counters, secrets, triesPerCode === undefined ? {} : { triesPerCode });
}

function made(tries: Tries, secrets: readonly string[]): Throttle {
  const { isOn, option, memory } = tries;
  if (!isOn) return noThrottle;
  return option !== undefined && "add" in option
    ? createThrottle(legacyTryCounters(option, tries), secrets)
    : createThrottle(tryCounters(memory), secrets, option);
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
function legacyTryCounters(store: ThrottleStore, tries: Tries): TryCounters {
  const own = tries.own();
  const underWay = new Map<string, number>();
  const ask = async <T>(shared: () => Awaitable<T>, local: () => Awaitable<T>): Promise<T> =>
    tries.ask(shared).catch((error: Error) => {
      tries.tell(error);
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
