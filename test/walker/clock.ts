/** The date and the randomness of this process: environment.ts, loaded in front, has made them ours. */
import type { Clock, Dice } from "./environment.js";

const given = (globalThis as unknown as Record<symbol, { clock: Clock; dice: Dice } | undefined>)[
  Symbol.for("walker.environment")
];
if (given === undefined) throw new Error("Start with --import environment.mjs");

export const { clock, dice } = given;

export const seconds = 1000;
export const minutes = 60 * seconds;
export const days = 24 * 60 * minutes;
