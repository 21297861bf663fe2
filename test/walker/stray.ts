/** Long walks of all moves, drawn. */
import { createHash } from "node:crypto";
import { BrokenPromise } from "./book.js";
import { dice } from "./clock.js";
import { features, type Field, fields, openings } from "./features.js";
import type { Found } from "./search.js";
import { carryOut, look, rescue, walk } from "./walk.js";
import { type House, houses, type World } from "./world.js";

/** Moves of a field, and of what it is crossed with. */
function movesOf({ own, crossed }: (typeof fields)[keyof typeof fields]): readonly string[] {
  return [...new Set([...own, ...crossed].flatMap((name): readonly string[] => features[name]))];
}

const begins = {
  person: "nobody",
  team: "acquaintances",
  admin: "office",
} as const satisfies Readonly<Record<Field, keyof typeof openings>>;

/** What an app has more than others. */
export function fieldOf({ teams, office }: House): Field {
  if (teams) return "team";
  return office ? "admin" : "person";
}

/** One long walk of all moves of the app's field, drawn. @returns what it found */
export async function stray(
  house: keyof typeof houses,
  seed: string,
  length: number,
): Promise<Found | undefined> {
  const app: House = houses[house];
  const field = fieldOf(app);
  const names = movesOf(fields[field]);
  const taken: string[] = [...openings[begins[field]]];
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
