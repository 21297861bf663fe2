import type { Figures } from "./measure.mjs";

export function risen(figures: Figures, committed: Figures): string[];
export function lowered(figures: Figures, committed: Figures): Figures;
