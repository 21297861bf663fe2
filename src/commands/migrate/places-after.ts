/** Where the places of a plan's todos are once the plan is written: nobody looks for them in the files of before. */
import { linesAfter } from "../../cli/plan/diff.js";
import type { FileChange } from "../../cli/plan/plan.js";
import type { Migration } from "./migration.js";
import type { Todo } from "./todo.js";

interface Place {
  readonly path: string;
  readonly line: number;
}

/** The same migration, its todos at the lines of the files as they are written. */
export function atWrittenPlaces(migration: Migration): Migration {
  const maps = mapsOf(migration.plan.changes);
  const placeOf = ({ path, line }: Place): Place => maps.get(path)?.(line) ?? { path, line };
  // `lib/auth.ts:12`, with what a sentence puts behind it.
  const movedWord = (word: string): string => {
    const [, path = "", line, end] = /^(.+):(\d+)(\D*)$/.exec(word) ?? [];
    const after = maps.get(path)?.(Number(line));
    return after === undefined ? word : `${after.path}:${after.line}${end}`;
  };
  const moved = (why: string): string => why.split(" ").map(movedWord).join(" ");
  const todo = migration.todo.map((one): Todo => ({ ...one, ...placeOf(one), why: moved(one.why) }));
  return { ...migration, todo };
}

type LineMap = (line: number) => Place;

function mapsOf(changes: readonly FileChange[]): ReadonlyMap<string, LineMap> {
  const made = changes.filter(({ before }) => before === undefined);
  return new Map(
    changes.flatMap((change) => {
      const { path, before } = change;
      if (before === undefined) return [];
      const half = before.text.split("\n").length / 2;
      const own = placesIn(before.text, change);
      // What a file held may stand in a new one, most of its lines as they were.
      const others = own.kept < half ? made.map((one) => placesIn(before.text, one)) : [];
      const home = others.find(({ kept }) => kept >= half) ?? own;
      return change.gone && home === own ? [] : [[path, home.map] as const];
    }),
  );
}

function placesIn(before: string, { path, after, gone }: FileChange): { kept: number; map: LineMap } {
  const { kept, lineOf } = linesAfter(before, gone ? "" : after.text);
  return { kept, map: (line) => ({ path, line: lineOf(line) }) };
}
