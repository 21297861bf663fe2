import type { Place } from "./measure.mjs";
import type { Source } from "./sources.mjs";

type Homes = ReadonlyMap<string, readonly string[]>;
export function frameworkHomes(sources: readonly Source[]): Homes;
export function frameworkIdsIn(sources: readonly Source[], homes: Homes): Place[];
