import { createTwoFilesPatch, diffLines, FILE_HEADERS_ONLY } from "diff";

/**
 * Unified diff of two texts, three lines of context, as `git apply` reads it. Empty when they are equal.
 * Carriage returns stay in the lines.
 */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return "";
  const from = before === undefined ? "/dev/null" : `a/${file}`;
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  return createTwoFilesPatch(from, `b/${file}`, before ?? "", after, undefined, undefined, options);
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
