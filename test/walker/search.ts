/** Every walk of some moves up to a length: each state once, reached by a shortest walk. */
import { createHash } from "node:crypto";
import { BrokenPromise } from "./book.js";
import { clock, dice } from "./clock.js";
import { type Feature, features, fields, openings } from "./features.js";
import { stateOf } from "./state.js";
import { carryOut, look, moves as movesSoFar, rescue, walk } from "./walk.js";
import { type House, houses, type World } from "./world.js";

export interface Alphabet {
  readonly house: keyof typeof houses;
  readonly opening: keyof typeof openings;
  readonly features: readonly Feature[];
}

export interface Found {
  readonly promise: number;
  readonly message: string;
  readonly walk: readonly string[];
  /** What it took to find it. */
  readonly after?: { readonly depth: number; readonly moves: number; readonly milliseconds: number };
}

/** A state that does not tell what comes next: the search may have left something out. */
export interface Difference {
  readonly move: string;
  readonly one: readonly string[];
  readonly other: readonly string[];
}

export interface Report extends Alphabet {
  readonly states: number;
  readonly moves: number;
  readonly milliseconds: number;
  /** The length that was searched completely. */
  readonly depth: number;
  readonly found: readonly Found[];
  readonly differences: readonly Difference[];
}

export interface Limits {
  readonly depth: number;
  /** In milliseconds of this process. */
  readonly time: number;
  /** Walks to broken promises that are enough. */
  readonly enough: number;
}

/** Of each state that two walks reach, so many in a hundred are looked at from both. */
const comparedPercent = 1;

/** A state, and how to go on from it. */
interface Reached {
  readonly path: readonly string[];
  readonly state: string;
  /** undefined: walks go there from the beginning. */
  readonly place: World | undefined;
}

class Search {
  readonly #house: House;
  readonly #names: readonly string[];
  readonly #opening: readonly string[];
  /** State → what each move from it leads to, for those that are compared. */
  readonly #known = new Map<string, readonly string[]>();
  readonly found: Found[] = [];
  readonly differences: Difference[] = [];
  readonly #started = performance.now();
  readonly #movesBefore = movesSoFar();
  #walks = 0;
  readonly #alphabet: Alphabet;
  readonly #limits: Limits;

  constructor(alphabet: Alphabet, limits: Limits) {
    this.#alphabet = alphabet;
    this.#limits = limits;
    this.#house = houses[alphabet.house];
    this.#opening = openings[alphabet.opening];
    this.#names = [...new Set(alphabet.features.flatMap((feature): readonly string[] => features[feature]))];
  }

  get states(): number {
    return this.#known.size;
  }

  /** @returns the length that was searched completely */
  async run(): Promise<number> {
    const end = performance.now() + this.#limits.time;
    let front: readonly Reached[] = [await this.#begin()];
    for (let depth = 1; depth <= this.#limits.depth; depth += 1) {
      const next: Reached[] = [];
      for (const from of front)
        for (const name of this.#names) {
          if (performance.now() > end || this.found.length >= this.#limits.enough) return depth - 1;
          const reached = await this.#reach(from, name);
          if (reached && (await this.#isNew(from, reached))) next.push(reached);
        }
      front = next;
    }
    return this.#limits.depth;
  }

  async #begin(): Promise<Reached> {
    const world = await this.#walk([]);
    const state = await stateOf(world);
    this.#known.set(state, []);
    return { path: [], state, place: await this.#placeOf(world) };
  }

  async #isNew(from: Reached, { path, state }: Reached): Promise<boolean> {
    const known = this.#known.get(state);
    if (known === undefined) this.#known.set(state, path);
    if (isDrawn(path)) await (known === undefined ? this.#checkCopy(from, path) : this.#compare(known, path));
    return known === undefined;
  }

  /** @returns undefined where the walk ends: nothing to do, or a promise is broken */
  async #reach(from: Reached, name: string): Promise<Reached | undefined> {
    const path = [...from.path, name];
    try {
      const world = await this.#goOn(from);
      if ((await carryOut(world, name)) === undefined) return undefined;
      const state = await stateOf(world);
      if (this.#known.has(state)) return { path, state, place: undefined };
      const place = await this.#placeOf(world);
      await look(world);
      await rescue(world);
      return { path, state, place };
    } catch (error) {
      if (!(error instanceof BrokenPromise)) throw new Error(`After ${path.join("; ")}`, { cause: error });
      this.#tell(error, path);
      return undefined;
    }
  }

  /** What is done in a place is nothing to others who go on from it. */
  async #goOn({ path, place }: Reached): Promise<World> {
    return (await place?.copy(this.#seed(), place.madeAt)) ?? this.#walk(path);
  }

  #placeOf = (reached: World): Promise<World | undefined> => reached.copy(this.#seed(), clock.now);

  /** From the beginning. */
  #walk(path: readonly string[]): Promise<World> {
    return walk(this.#house, [...this.#opening, ...path], this.#seed());
  }

  /** A walk that goes on from a place, and the same walk from the beginning: do they lead to one state? */
  async #checkCopy(from: Reached, path: readonly string[]): Promise<void> {
    const move = path.at(-1)!;
    const world = await this.#goOn(from);
    await carryOut(world, move);
    if ((await stateOf(world)) !== (await this.#stateAfter(path)))
      this.differences.push({ move, one: from.path, other: from.path });
  }

  /** A shortest walk to each broken promise; the others are longer, or the same in other words. */
  #tell({ promise, message }: BrokenPromise, path: readonly string[]): void {
    if (this.found.some((each) => each.message === message)) return;
    const milliseconds = Math.round(performance.now() - this.#started);
    const after = { depth: path.length, moves: movesSoFar() - this.#movesBefore, milliseconds };
    this.found.push({ promise, message, walk: [...this.#opening, ...path], after });
  }

  /** Two walks to one state: do the same moves lead to the same states from both? */
  async #compare(one: readonly string[], other: readonly string[]): Promise<void> {
    for (const name of this.#names) {
      const left = await this.#stateAfter([...one, name]);
      if (left !== (await this.#stateAfter([...other, name])))
        this.differences.push({ move: name, one, other });
    }
  }

  async #stateAfter(path: readonly string[]): Promise<string> {
    try {
      return await stateOf(await this.#walk(path));
    } catch (error) {
      if (error instanceof BrokenPromise) return error.message;
      throw error;
    }
  }

  #seed(): string {
    this.#walks += 1;
    return `${JSON.stringify(this.#alphabet)} ${this.#walks}`;
  }
}

const isDrawn = (path: readonly string[]): boolean =>
  createHash("sha256").update(path.join()).digest().readUInt32BE(0) % 100 < comparedPercent;

/** Searches one alphabet. */
export async function search(alphabet: Alphabet, limits: Limits): Promise<Report> {
  const [started, before] = [performance.now(), movesSoFar()];
  const searching = new Search(alphabet, limits);
  const depth = await searching.run();
  return {
    ...alphabet,
    depth,
    states: searching.states,
    moves: movesSoFar() - before,
    milliseconds: Math.round(performance.now() - started),
    found: searching.found,
    differences: searching.differences,
  };
}

/** Moves of a field, and of what it is crossed with. */
function movesOf({ own, crossed }: (typeof fields)[keyof typeof fields]): readonly string[] {
  return [...new Set([...own, ...crossed].flatMap((name): readonly string[] => features[name]))];
}

/** One long walk of all moves of the app's field, drawn. @returns what it found */
export async function stray(
  house: keyof typeof houses,
  seed: string,
  length: number,
): Promise<Found | undefined> {
  const app: House = houses[house];
  const names = movesOf(app.teams ? fields.team : fields.person);
  const taken: string[] = [...(app.teams ? openings.acquaintances : openings.nobody)];
  const steps = taken.length + length;
  try {
    const world: World = await walk(app, taken, seed);
    for (let step = 0; taken.length < steps && step < length * 4; step += 1) {
      const draw = createHash("sha256").update(`${seed} ${step}`).digest().readUInt32BE(0);
      const name = names[draw % names.length]!;
      taken.push(name);
      if ((await carryOut(world, name)) === undefined) taken.pop();
      else await look(world);
    }
    await rescue(world);
    return undefined;
  } catch (error) {
    if (error instanceof BrokenPromise)
      return { promise: error.promise, message: error.message, walk: taken };
    throw new Error(`After ${taken.join("; ")}`, { cause: error });
  } finally {
    dice.seed(seed);
  }
}
