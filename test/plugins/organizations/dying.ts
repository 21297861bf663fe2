/** The store of a process that dies behind one of its writes: the write is done, and nothing of the process any more. */
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { Records } from "../../../src/runtime/types/records.js";

const writes: ReadonlySet<string> = new Set<keyof Records | keyof Adapter>([
  "insert",
  "update",
  "consume",
  "remove",
  "createUser",
  "updateUser",
  "deleteUser",
  "createSession",
  "deleteSession",
  "createVerificationToken",
  "useVerificationToken",
]);

type Call = (...args: never[]) => unknown;

/** @param write behind which one; 0: behind the first */
export function dyingBehind(adapter: Adapter, write: number) {
  const state = { left: write, isDead: false };
  const assertAlive = (): void => {
    if (state.isDead) throw new Error("The process is dead");
  };
  const guarded = <Members extends object>(members: Members): Members => {
    const guard = ([name, call]: readonly [string, unknown]) => {
      if (typeof call !== "function" || name === "records") return [name, call];
      return [
        name,
        async (...args: never[]) => {
          assertAlive();
          const value = await (call as Call).apply(members, args);
          if (writes.has(name)) state.isDead = --state.left < 0;
          assertAlive();
          return value;
        },
      ];
    };
    return Object.fromEntries(Object.entries(members).map(guard)) as Members;
  };
  const dying: Adapter = {
    ...guarded(adapter),
    records: (table) => guarded(adapter.records!(table)),
  };
  return { dying, state };
}
