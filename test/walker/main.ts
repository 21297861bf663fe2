/** Started by run.ts with a task as JSON; prints one line of JSON for each thing done. */
import { type Alphabet, type Limits, searchAll } from "./search.js";
import { fieldOf, stray } from "./stray.js";
import type { Field } from "./features.js";
import { moveNamed } from "./moves.js";
import { BrokenPromise } from "./book.js";
import { carryOut, look, moves, rescue } from "./walk.js";
import { Store, type StoreKind } from "./store.js";
import { houses, World } from "./world.js";

interface Walk {
  readonly id: string;
  readonly house: keyof typeof houses;
  readonly moves: readonly string[];
}

export type Task =
  | { readonly kind: "search"; readonly alphabets: readonly Alphabet[]; readonly limits: Limits }
  | {
      readonly kind: "stray";
      readonly seed: string;
      readonly length: number;
      readonly time: number;
      /** Milliseconds that the process may compute. Default: no end but `time`. */
      readonly computing?: number;
      /** Walks of this field alone. Default: all apps in turn. */
      readonly field?: Field;
    }
  | {
      readonly kind: "walks";
      readonly walks: readonly Walk[];
      /** Default: memory. */
      readonly store?: StoreKind;
      /** Default: cheap ones. */
      readonly hashes?: "real";
    };

const tell = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function run(task: Task): Promise<void> {
  if (task.kind === "search") await searchAll(task.alphabets, task.limits, tell);
  if (task.kind === "walks") for (const each of task.walks) await retrace(each, task.store);
  if (task.kind === "stray") await strayFor(task);
}

async function strayFor(task: Task & { kind: "stray" }): Promise<void> {
  const { seed, length, time, field, computing = Number.POSITIVE_INFINITY } = task;
  const end = performance.now() + time;
  const all = Object.keys(houses) as (keyof typeof houses)[];
  const names = all.filter((name) => field === undefined || fieldOf(houses[name]) === field);
  let walks = 0;
  for (; performance.now() < end && computed() < computing; walks += 1) {
    const found = await stray(names[walks % names.length]!, `${seed} ${walks}`, length);
    if (found) tell({ house: names[walks % names.length], ...found });
  }
  tell({ walks, moves: moves(), cpuSeconds: Math.round(computed() / 1000) });
}

/** Milliseconds, those of the kernel too. */
function computed(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Carries out one walk, and says what came of each move. */
async function retrace({ id, house, moves: names }: Walk, store?: StoreKind): Promise<void> {
  const world = new World(houses[house], "retraced", { store: await Store.open(store) });
  for (const move of names) {
    if (!moveNamed.has(move)) throw new Error(`No move is called "${move}"`);
    try {
      tell({ id, move, outcome: (await carryOut(world, move)) ?? "nothing to do" });
      await look(world);
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw error;
      return tell({ id, move, promise: error.promise, message: error.message });
    }
  }
  try {
    await rescue(world);
  } catch (error) {
    if (!(error instanceof BrokenPromise)) throw error;
    tell({ id, promise: error.promise, message: error.message });
  }
}

await run(JSON.parse(process.env["WALKER_TASK"] ?? "{}") as Task);
