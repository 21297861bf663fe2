import { diffLines, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";

/**
 * Unified diff of two texts, three lines of context, as `git apply` reads it. Empty when they are equal.
 * Carriage returns stay in the lines.
 */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return "";
  const from = before === undefined ? "/dev/null" : `a/${file}`;
  const same = before === undefined ? 0 : sameLines(before, after);
  const [old = "", now] = [before?.slice(same), after.slice(same)];
  const patch = structuredPatch(from, `b/${file}`, old, now, undefined, undefined, { context });
  const above = linesIn(after, same);
  const hunks = patch.hunks.map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + above,
    newStart: hunk.newStart + above,
  }));
  return formatPatch({ ...patch, hunks }, FILE_HEADERS_ONLY);
}

/** Lines around a change. */
const context = 3;

/** Where the lines begin that have to be compared: those before are the same in both texts, and in no hunk. */
function sameLines(before: string, after: string): number {
  let at = 0;
  while (at < before.length && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  const startOf = (offset: number) => (offset <= 0 ? 0 : before.lastIndexOf("\n", offset - 1) + 1);
  at = startOf(at);
  for (let line = 0; line < context; line += 1) at = startOf(at - 1);
  return at;
}

function linesIn(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** Where the lines of a text are in another one, and how many stay as they are. A line that is rewritten is where its first new line is. */
export function linesAfter(before: string, after: string) {
  const lines: number[] = [];
  let kept = 0;
  let at = 1;
  let waiting = 0;
  for (const { added, removed, count } of diffLines(whole(before), whole(after))) {
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
  return { kept, lineOf: (line: number): number => Math.min(lines[line - 1] ?? line, last) };
}

/** The last line ends as all others do. */
const whole = (text: string): string => (text === "" || text.endsWith("\n") ? text : `${text}\n`);
