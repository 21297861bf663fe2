/** Where the places of a plan's todos are once the plan is written: nobody looks for them in the files of before. */
import { diffLines } from "diff";
import type { FileChange } from "../../cli/plan/plan.js";
import type { Migration } from "./plan.js";
import type { Todo } from "./todo.js";

interface Place {
  readonly path: string;
  readonly line: number;
}

/** The same migration, its todos at the lines of the files as they are written. */
export function atWrittenPlaces(migration: Migration): Migration {
  const maps = mapsOf(migration.plan.changes);
  const placeOf = ({ path, line }: Place): Place => maps.get(path)?.(line) ?? { path, line };
  const named = [...maps.keys()].map((path) => path.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const mentions = new RegExp(String.raw`(?<![\w./-])(${named.join("|")}):(\d+)`, "g");
  const moved = (words: string): string =>
    named.length === 0
      ? words
      : words.replace(mentions, (_, path: string, line: string) => {
          const after = placeOf({ path, line: Number(line) });
          return `${after.path}:${after.line}`;
        });
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
      const own = lineMap(before.text, change);
      // What a file held may stand in a new one, most of its lines as they were.
      const others = own.kept < half ? made.map((one) => lineMap(before.text, one)) : [];
      const home = others.find(({ kept }) => kept >= half) ?? own;
      return change.gone && home === own ? [] : [[path, home.map] as const];
    }),
  );
}

/** The lines of a text in another one. A line that is rewritten is where its first new line is. */
function lineMap(before: string, { path, after, gone }: FileChange) {
  const lines: number[] = [];
  let kept = 0;
  let at = 1;
  let waiting = 0;
  for (const { added, removed, count } of diffLines(whole(before), gone ? "" : whole(after.text))) {
    if (removed) {
      for (let taken = 0; taken < count; taken += 1) lines.push(at + taken);
      waiting = count;
    } else if (added) {
      const from = lines.length - waiting;
      // Fewer lines stand there now: the last of them is the nearest to those that are gone.
      for (let one = from; one < lines.length; one += 1)
        lines[one] = Math.min(lines[one] ?? at, at + count - 1);
      at += count;
      waiting = 0;
    } else {
      waiting = 0;
      for (let same = 0; same < count; same += 1) lines.push(at + same);
      at += count;
      kept += count;
    }
  }
  const last = Math.max(at - 1, 1);
  return { kept, map: (line: number): Place => ({ path, line: Math.min(lines[line - 1] ?? line, last) }) };
}

/** The last line ends as all others do. */
const whole = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
