/** What a process leaves for the next one that asks: a mark outlives whoever dies while looking for it. */
import { describe, expect, test } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { hasLastingMark, leaveLastingMark } from "../../src/runtime/security/marks.js";
import type { StoreMethods } from "../../src/runtime/types/adapter.js";
import { stores } from "./stage.js";

const name = "recheck:op:1";

/** Each asker has its own config and adapter, as processes have. @param diesAfter calls of the store it lives for */
async function open(kind: string) {
  const adapter = (await stores[kind]!()) as StoreMethods;
  const ask = (diesAfter = Number.POSITIVE_INFINITY) => {
    let left = diesAfter;
    const dying = Object.entries(adapter).map(([method, run]) => [
      method,
      (...given: never[]) => {
        left -= 1;
        return left < 0 ? new Promise(() => undefined) : (run as (...of: never[]) => unknown)(...given);
      },
    ]);
    const store = Object.fromEntries(dying) as StoreMethods;
    const asked = hasLastingMark({ config: { adapter: store, providers: [] }, adapter: store }, name);
    if (left === Number.POSITIVE_INFINITY) return asked;
    const silence = new Promise<"died">((resolve) => setTimeout(resolve, 30, "died"));
    return Promise.race([asked, silence]);
  };
  return { adapter, ask };
}

describe.each(Object.keys(stores))("over %s", (kind) => {
  test("a mark is there as often as it is asked for, and nothing else is", async () => {
    const { adapter, ask } = await open(kind);
    expect(await ask()).toBe(false);
    await leaveLastingMark(adapter, name, 60_000);
    for (let round = 0; round < 4; round += 1) expect(await ask()).toBe(true);
    await leaveLastingMark(adapter, name, -1);
    expect(await ask()).toBe(false);
  });

  test.each([0, 1, 2, 3, 4, 5])("W-01: who dies after %i calls takes no mark along", async (calls) => {
    const { adapter, ask } = await open(kind);
    for (const later of [0, 1, 2, 3, 4, 5]) {
      await leaveLastingMark(adapter, name, 60_000);
      for (const dies of [calls, later]) {
        await ask(dies);
        expect(await ask()).toBe(true);
      }
    }
  });
});

test("W-01: of a store that reads, no death loses a mark, however many there are", async () => {
  const { adapter, ask } = await open("memory");
  await leaveLastingMark(adapter, name, 60_000);
  for (const calls of [0, 1, 0, 1, 1, 0, 1]) await ask(calls);
  expect(await ask()).toBe(true);
  expect(await MemoryAdapter().getVerificationToken({ identifier: name, token: name })).toBeNull();
});

describe("RT-10: two processes that ask at once", () => {
  const held = "a store that makes its own ids";
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  /** @param before waits in front of each call of a process */
  const processOf = (adapter: StoreMethods, before: () => Promise<void>, mark = name) => {
    const store = Object.fromEntries(
      Object.entries(adapter).map(([method, run]) => [
        method,
        async (...given: never[]) => {
          await before();
          return (run as (...of: never[]) => unknown)(...given);
        },
      ]),
    ) as unknown as StoreMethods;
    return () => hasLastingMark({ config: { adapter: store, providers: [] }, adapter: store }, mark);
  };

  test("RT-10: while one has the first row, and then the second, the other does not take the mark for missing", async () => {
    const adapter = (await stores[held]!()) as StoreMethods;
    await leaveLastingMark(adapter, name, 60_000);
    // The calls in the order A B A A A B, and then as they come.
    const order = [..."ABAAAB"];
    const turn = (who: string) => async () => {
      while (order.length > 0 && order[0] !== who) await pause(0);
      order.shift();
    };
    const asked = ["A", "B"].map((who) => processOf(adapter, turn(who))());
    expect(await Promise.all(asked)).toEqual([true, true]);
  });

  test("RT-10: of 200 pairs none finds it missing", async () => {
    const adapter = (await stores[held]!()) as StoreMethods;
    const slow = () => pause(1 + Math.random() * 4);
    const pairs = Array.from({ length: 200 }, async (_, at) => {
      const mark = `${name}:${at}`;
      await leaveLastingMark(adapter, mark, 60_000);
      // Two that put it back at once may meet the unique index: such a sign-in fails, and opens nothing.
      return Promise.allSettled([processOf(adapter, slow, mark)(), processOf(adapter, slow, mark)()]);
    });
    const answers = (await Promise.all(pairs)).flat();
    expect(answers.filter((each) => each.status === "fulfilled" && !each.value)).toEqual([]);
    expect(answers.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(200);
  });
});
