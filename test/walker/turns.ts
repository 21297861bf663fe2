/** Two processes that answer at once: whose turn it is to ask the store. */
import type { Watch } from "./store.js";

/** Whoever waits longer, in turns of the event loop, goes on: the other one does not ask. */
const longestWait = 5_000;
/** Where it is told when the other one has ended: long enough for what a pool of threads computes. */
const longestWaitForOther = 500_000;

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** All orders of so many turns of two who do the same: one of them begins. */
export const ordersOf = (turns: number): readonly string[] =>
  Array.from({ length: 2 ** (turns - 1) }, (_each, at) => at.toString(2).padStart(turns, "0"));

/** Calls of the store for verification tokens. */
const isOfTokens = (call: string): boolean => call.endsWith("VerificationToken");

/**
 * @param order a digit for each turn: which of the two; after the last one nobody waits
 * @param counts which calls of the store take a turn
 */
export function takeTurns(
  order: string,
  counts: (call: string) => boolean = isOfTokens,
): readonly [Watch, Watch] {
  return turnsOf([...order], counts, longestWait);
}

/** As {@link takeTurns}, the same each time. @returns with `ended`, which is told when one of the two has its answer */
export function takeStrictTurns(order: string, counts: (call: string) => boolean) {
  const left = [...order];
  const ended = (at: number): void =>
    void left.splice(0, left.length, ...left.filter((one) => one !== String(at)));
  return { watches: turnsOf(left, counts, longestWaitForOther), ended };
}

function turnsOf(
  left: string[],
  counts: (call: string) => boolean,
  longest: number,
): readonly [Watch, Watch] {
  const watch =
    (own: string): Watch =>
    async (_isWrite, name) => {
      if (!counts(name)) return;
      const waits = () => left.length > 0 && left[0] !== own;
      for (let waited = 0; waits() && waited < longest; waited += 1) await tick();
      if (left[0] === own) left.shift();
    };
  return [watch("0"), watch("1")];
}
