/** Every walk of some moves up to a length: each state once, reached by a shortest walk. */
import { Atlas, type Checks, type Difference, type Place } from "./atlas.js";
import { BrokenPromise } from "./book.js";
import { type Feature, features, openings } from "./features.js";
import { moves as movesSoFar } from "./walk.js";
import { houses } from "./world.js";

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

export interface Report extends Alphabet {
  readonly states: number;
  readonly moves: number;
  readonly milliseconds: number;
  /** The length that was searched completely. */
  readonly depth: number;
  readonly found: readonly Found[];
}

/** What came of checks in an app. */
export interface Checked {
  readonly house: keyof typeof houses;
  readonly checks: Checks;
  /** Requests, and those of them that were answered as before. */
  readonly answers: { readonly asked: number; readonly told: number };
  readonly differences: readonly Difference[];
}

export interface Limits {
  readonly depth: number;
  /** In milliseconds of this process, for each alphabet: what one leaves, the others have. */
  readonly time: number;
  /** Walks to broken promises that are enough. */
  readonly enough: number;
}

/** Of one alphabet, as far as it has come. */
class Search {
  readonly #alphabet: Alphabet;
  readonly #atlas: Atlas;
  readonly #names: readonly string[];
  readonly #enough: number;
  readonly #known = new Set<Place>();
  #front: readonly Place[] = [];
  /** Of the front, and of the moves from it: tried already. */
  #at = 0;
  #next: Place[] = [];
  #depth = 0;
  #moves = 0;
  #milliseconds = 0;
  readonly #found: Found[] = [];

  constructor(alphabet: Alphabet, atlas: Atlas, enough: number) {
    this.#alphabet = alphabet;
    this.#atlas = atlas;
    this.#enough = enough;
    this.#names = [...new Set(alphabet.features.flatMap((feature): readonly string[] => features[feature]))];
  }

  isDone = (depth: number): boolean => this.#depth >= depth || this.#found.length >= this.#enough;

  /** Goes on to a length. @param end of its time, as `performance.now()` tells it */
  async goOn(depth: number, end: number): Promise<void> {
    const [started, before] = [performance.now(), movesSoFar()];
    if (this.#known.size === 0) await this.#begin();
    while (!this.isDone(depth) && performance.now() < end) await this.#step(started, before);
    this.#milliseconds += performance.now() - started;
    this.#moves += movesSoFar() - before;
  }

  async #begin(): Promise<void> {
    const place = await this.#atlas.begin(openings[this.#alphabet.opening]);
    this.#known.add(place);
    this.#front = [place];
  }

  /** One move from one state of the front; behind the last one the length is searched. */
  async #step(started: number, before: number): Promise<void> {
    const count = this.#names.length;
    const from = this.#front[Math.floor(this.#at / count)];
    if (from === undefined) {
      [this.#front, this.#next, this.#at] = [this.#next, [], 0];
      this.#depth += 1;
      return;
    }
    const move = this.#names[this.#at % count]!;
    this.#at += 1;
    const led = await this.#atlas.go(from, move);
    if (led instanceof BrokenPromise) {
      const after = {
        depth: this.#depth + 1,
        moves: this.#moves + movesSoFar() - before,
        milliseconds: Math.round(this.#milliseconds + performance.now() - started),
      };
      this.#tell(led, [...from.path, move], after);
    } else if (led !== undefined && !this.#known.has(led)) {
      this.#known.add(led);
      this.#next.push(led);
    }
  }

  /** A shortest walk to each broken promise; the others are longer, or the same in other words. */
  #tell({ promise, message }: BrokenPromise, walk: readonly string[], after: Found["after"]): void {
    if (this.#found.some((each) => each.message === message)) return;
    this.#found.push({ promise, message, walk, ...(after && { after }) });
  }

  get report(): Report {
    return {
      ...this.#alphabet,
      depth: this.#depth,
      states: this.#known.size,
      moves: this.#moves,
      milliseconds: Math.round(this.#milliseconds),
      found: this.#found,
    };
  }
}

/** Lengths that all alphabets are searched to before one goes further. */
const rounds = [4, 5, 6, 7, 8];

/** Searches some alphabets, each as far as the others. @param tell is told how far each came, and then what came of checks */
export async function searchAll(
  alphabets: readonly Alphabet[],
  { depth: deepest, time, enough }: Limits,
  tell: (told: Report | Checked) => void,
): Promise<void> {
  const atlases = new Map(alphabets.map(({ house }) => [house, new Atlas(houses[house])]));
  const searches = alphabets.map((each) => new Search(each, atlases.get(each.house)!, enough));
  const end = performance.now() + time * alphabets.length;
  const depths = [...rounds.filter((depth) => depth < deepest), deepest];
  for (const depth of depths) await goOn(searches, depth, end);
  for (const search of searches) tell(search.report);
  for (const [house, atlas] of atlases) {
    const { checks, differences, answers } = atlas;
    tell({ house, checks, answers: { asked: answers.asked, told: answers.told }, differences });
  }
}

/** Those that need more than their share of what is left have what others leave of theirs. */
async function goOn(searches: readonly Search[], depth: number, end: number): Promise<void> {
  for (;;) {
    const left = searches.filter((search) => !search.isDone(depth));
    if (left.length === 0 || performance.now() >= end) return;
    for (const [at, search] of left.entries()) {
      const own = Math.max(0, end - performance.now()) / (left.length - at);
      await search.goOn(depth, performance.now() + own);
    }
  }
}
