/** Started by run.ts with a task as JSON; prints one line of JSON for each thing done. */
import { type Alphabet, type Limits, search, stray } from "./search.js";
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
  /** `time` is that of one alphabet, where all take as long. */
  | { readonly kind: "search"; readonly alphabets: readonly Alphabet[]; readonly limits: Limits }
  | {
      readonly kind: "stray";
      readonly seed: string;
      readonly length: number;
      readonly time: number;
      /** Walks of this field alone. Default: all apps in turn. */
      readonly field?: "team";
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
  if (task.kind === "search") await searchAll(task.alphabets, task.limits);
  if (task.kind === "walks") for (const each of task.walks) await retrace(each, task.store);
  if (task.kind === "stray") await strayFor(task);
}

/** What one leaves of its time, the others have. */
async function searchAll(alphabets: readonly Alphabet[], { time, ...limits }: Limits): Promise<void> {
  const end = performance.now() + time * alphabets.length;
  for (const [at, alphabet] of alphabets.entries()) {
    const own = Math.max(0, end - performance.now()) / (alphabets.length - at);
    tell(await search(alphabet, { ...limits, time: own }));
  }
}

async function strayFor({ seed, length, time, field }: Task & { kind: "stray" }): Promise<void> {
  const end = performance.now() + time;
  const all = Object.keys(houses) as (keyof typeof houses)[];
  const names = all.filter((name) => field === undefined || "teams" in houses[name]);
  let walks = 0;
  for (; performance.now() < end; walks += 1) {
    const found = await stray(names[walks % names.length]!, `${seed} ${walks}`, length);
    if (found) tell({ house: names[walks % names.length], ...found });
  }
  tell({ walks, moves: moves(), cpuSeconds: Math.round(process.cpuUsage().user / 1e6) });
}

/** Carries out one walk, and says what came of each move. */
async function retrace({ id, house, moves: names }: Walk, store?: StoreKind): Promise<void> {
  const world = new World(houses[house], "retraced", await Store.open(store));
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
