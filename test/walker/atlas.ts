/** The states of one app, wherever searches come by: what a move leads to from a state is tried once. */
import { hash } from "node:crypto";
import { Answers, Strayed } from "./answers.js";
import { Apps } from "./app.js";
import { BrokenPromise } from "./book.js";
import { clock } from "./clock.js";
import type { Known } from "./process.js";
import { stateOf } from "./state.js";
import { carryOut, look, rescue, walk } from "./walk.js";
import type { House, World } from "./world.js";

/** A state, the first walk that has led there, and what comes of moves from it. */
export interface Place {
  readonly state: string;
  readonly path: readonly string[];
  readonly before: Place | undefined;
  readonly led: Map<string, Led>;
}

/** undefined: there was nothing to do. */
export type Led = Place | BrokenPromise | undefined;

/** A state that does not tell what comes next: the search may have left something out. */
export interface Difference {
  readonly move: string;
  readonly one: readonly string[];
  readonly other: readonly string[];
}

/** Worlds that are kept, to go on from: others are made once more, from the nearest one before them. */
const mostKept = 1_500;
/** So many of a thousand are walked from the beginning too, by an app that is run for each request. */
const checkedPerMille = { walks: 10, meetings: 4 } as const;

/** Of all apps that a process searches, so far. */
export interface Checks {
  /** New states that were reached the long way, too. */
  walks: number;
  /** States that were reached twice, and left by a move from both. */
  meetings: number;
  /** Requests that depended on what they did not tell, and were tried the long way. */
  strayed: number;
}

export class Atlas {
  readonly #house: House;
  readonly answers = new Answers();
  readonly #known: Known;
  readonly #places = new Map<string, Place>();
  readonly #begun = new Map<string, Place>();
  readonly #kept = new Map<Place, World>();
  /** Where walks begin, for checks. */
  readonly #beginnings = new Map<string, World>();
  /** A world at a place in which nothing was done. */
  #spare: readonly [Place, World] | undefined;
  readonly differences: Difference[] = [];
  readonly checks: Checks = { walks: 0, meetings: 0, strayed: 0 };

  constructor(house: House) {
    this.#house = house;
    const isPlain = house.strategy === "jwt" && !house.teams && !house.office;
    this.#known = {
      answers: this.answers,
      // Apps remember when sessions of a store began, and for a minute what organisations are called.
      apps: isPlain ? new Apps() : undefined,
      holdsBack: house.teams && /\/(teams|organizations|invitation)/,
    };
  }

  /** Where walks begin. */
  async begin(opening: readonly string[]): Promise<Place> {
    const id = opening.join();
    const known = this.#begun.get(id);
    if (known !== undefined) return known;
    const world = await this.#walk(opening, this.#known);
    const state = await stateOf(world);
    const place = this.#places.get(state) ?? { state, path: opening, before: undefined, led: new Map() };
    this.#places.set(state, place);
    this.#begun.set(id, place);
    return place;
  }

  /** What a move leads to. */
  async go(from: Place, move: string): Promise<Led> {
    if (from.led.has(move)) return from.led.get(move);
    const led = await this.#try(from, move);
    from.led.set(move, led);
    return led;
  }

  async #try(from: Place, move: string): Promise<Led> {
    const path = [...from.path, move];
    try {
      return await this.#reach(await this.#worldAt(from), from, move);
    } catch (error) {
      if (error instanceof BrokenPromise) return error;
      if (error instanceof Strayed) return this.#tryTheLongWay(from, move);
      throw new Error(`After ${path.join("; ")}`, { cause: error });
    }
  }

  /** By an app that is run for each request. */
  async #tryTheLongWay(from: Place, move: string): Promise<Led> {
    this.checks.strayed += 1;
    const kept = this.#kept.get(from);
    const world = (await kept?.copy(kept.madeAt, {})) ?? (await this.#walk(from.path));
    try {
      return await this.#reach(world, from, move);
    } catch (error) {
      if (error instanceof BrokenPromise) return error;
      throw error;
    }
  }

  async #reach(world: World, from: Place, move: string): Promise<Place | undefined> {
    const path = [...from.path, move];
    const before = world.doneSoFar;
    if ((await carryOut(world, move)) === undefined) {
      if (world.doneSoFar === before) this.#spare = [from, world];
      else world.close();
      return undefined;
    }
    const state = await stateOf(world);
    const known = this.#places.get(state);
    if (known !== undefined) {
      world.close();
      if (isDrawn(path, "meetings")) await this.#checkMeeting(known, path);
      return known;
    }
    await look(world);
    await rescue(world);
    world.close();
    const place: Place = { state, path, before: from, led: new Map() };
    this.#places.set(state, place);
    if (isDrawn(path, "walks")) await this.#checkWalk(place);
    return place;
  }

  /** What is done there is nothing to others who go on from it. */
  async #worldAt(place: Place): Promise<World> {
    const spare = this.#spare;
    this.#spare = undefined;
    if (spare?.[0] === place) {
      spare[1].goOn();
      return spare[1];
    }
    const kept = this.#kept.get(place);
    const copy = await kept?.copy(kept.madeAt);
    if (copy !== undefined) return copy;
    const world = await this.#made(place);
    const own = await world.copy(clock.now);
    if (own !== undefined) this.#keep(place, own);
    return world;
  }

  async #made({ path, before }: Place): Promise<World> {
    if (before === undefined) return this.#walk(path, this.#known);
    const world = await this.#worldAt(before);
    await carryOut(world, path.at(-1)!);
    return world;
  }

  #keep(place: Place, world: World): void {
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= mostKept && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(place, world);
  }

  #walk = (path: readonly string[], known?: Known): Promise<World> =>
    walk(this.#house, path, "searched", known);

  /** Does the long way lead to the same state, without breaking a promise either? */
  async #checkWalk({ path, state }: Place): Promise<void> {
    this.checks.walks += 1;
    if ((await this.#endOf(() => this.#walkedWhole(path))) !== state)
      this.differences.push({ move: path.at(-1)!, one: path, other: path });
  }

  /** Two walks to one state: does the same move lead to the same state from both? The other one is walked the long way. */
  async #checkMeeting(one: Place, other: readonly string[]): Promise<void> {
    this.checks.meetings += 1;
    const world = await this.#walkedWhole(other);
    if ((await stateOf(world)) !== one.state)
      this.differences.push({ move: other.at(-1)!, one: one.path, other });
    const moves = [...one.led.keys()];
    const move = moves[number(other.join()) % moves.length];
    if (move === undefined) return;
    const led = one.led.get(move);
    const told = led instanceof BrokenPromise ? led.message : (led?.state ?? one.state);
    const end = await this.#endOf(async () => {
      await carryOut(world, move);
      return world;
    });
    if (end !== told) this.differences.push({ move, one: one.path, other });
  }

  /** By an app that is run for each request, from the end of the opening. */
  async #walkedWhole(path: readonly string[]): Promise<World> {
    const openings = [...this.#begun.values()].filter((each) =>
      each.path.every((move, at) => path[at] === move),
    );
    const { length } = openings.map((each) => each.path).sort((a, b) => b.length - a.length)[0] ?? [];
    const world = (await this.#beginning(path.slice(0, length))) ?? (await this.#walk(path.slice(0, length)));
    for (const move of path.slice(length)) await carryOut(world, move);
    return world;
  }

  async #beginning(opening: readonly string[]): Promise<World | undefined> {
    const id = opening.join();
    const known = this.#beginnings.get(id) ?? (await this.#walk(opening));
    if (!this.#beginnings.has(id)) this.#beginnings.set(id, (await known.copy(clock.now)) ?? known);
    const begun = this.#beginnings.get(id)!;
    return begun.copy(begun.madeAt);
  }

  /** @returns the state, or the promise that is broken */
  async #endOf(walked: () => Promise<World>): Promise<string> {
    try {
      const world = await walked();
      const state = await stateOf(world);
      await look(world);
      await rescue(world);
      return state;
    } catch (error) {
      if (error instanceof BrokenPromise) return error.message;
      throw error;
    }
  }
}

const number = (text: string): number => hash("sha1", text, "buffer").readUInt32BE(0);

const isDrawn = (path: readonly string[], of: keyof typeof checkedPerMille): boolean =>
  number(path.join("; ")) % 1000 < checkedPerMille[of];
