import { expect, test } from "vitest";
import { afterOnce } from "../../src/runtime/adapters/after-once.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";

test("calls at once share one preparation, later ones need none", async () => {
  let times = 0;
  const store = afterOnce(async () => {
    times += 1;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }, MemoryAdapter());
  await Promise.all([store.getUser?.("1"), store.getUser?.("2"), store.getUserByEmail?.("a@example.com")]);
  await store.getUser?.("3");
  expect(times).toBe(1);
});

test("a preparation that fails fails the call, and the next call tries again", async () => {
  const faults = [new Error("the database is not up yet")];
  const store = afterOnce(async () => {
    const fault = faults.pop();
    if (fault) throw fault;
  }, MemoryAdapter());
  await expect(store.getUser?.("1")).rejects.toThrow("not up yet");
  expect(await store.getUser?.("1")).toBeNull();
});
