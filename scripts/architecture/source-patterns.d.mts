import type { Place } from "./measure.mjs";
import type { Source } from "./sources.mjs";

export function patternsIn(source: Source): Place[];
