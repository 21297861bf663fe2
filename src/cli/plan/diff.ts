import { linesOf } from "../source/layout.js";
export interface Line {
  readonly mark: " " | "-" | "+";
  readonly text: string;
}

/**
 * Unified diff of two texts, three lines of context, as `git apply` reads it. Empty when they are equal.
 * Carriage returns stay in the lines.
 */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return "";
  const lines = diffLines(linesOf(before ?? ""), linesOf(after));
  const context = 3;
  const shown = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ mark }) => mark !== " "),
  );
  const header = `--- ${before === undefined ? "/dev/null" : `a/${file}`}\n+++ b/${file}\n`;
  let body = "";
  let oldLine = 1;
  let newLine = 1;
  for (let at = 0; at < lines.length;) {
    const stop = shown.indexOf(!shown[at], at);
    const hunk = lines.slice(at, stop === -1 ? lines.length : stop);
    const oldCount = hunk.filter(({ mark }) => mark !== "+").length;
    const newCount = hunk.filter(({ mark }) => mark !== "-").length;
    if (shown[at]) {
      body += `@@ -${span(oldLine, oldCount)} +${span(newLine, newCount)} @@\n`;
      body += hunk
        .map(
          ({ mark, text }) => mark + (text.endsWith("\n") ? text : `${text}\n\\ No newline at end of file\n`),
        )
        .join("");
    }
    oldLine += oldCount;
    newLine += newCount;
    at += hunk.length;
  }
  return header + body;
}

const span = (start: number, count: number) =>
  `${count === 0 ? start - 1 : start}${count === 1 ? "" : `,${count}`}`;

/** Myers' greedy algorithm between the common head and tail. */
export function diffLines(a: readonly string[], b: readonly string[]): Line[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail += 1;
  const same = (text: string): Line => ({ mark: " ", text });
  return [
    ...a.slice(0, head).map(same),
    ...shortestEdit(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(same),
  ];
}

function shortestEdit(a: readonly string[], b: readonly string[]): Line[] {
  const lines: Line[] = [];
  let x = a.length;
  let y = b.length;
  for (const [edits, reach] of [...furthestReaches(a, b).entries()].reverse()) {
    const k = x - y;
    const fromK = comesFromAbove(reach, k, edits) ? k + 1 : k - 1;
    const fromX = reachOn(reach, fromK);
    const fromY = fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      x -= 1;
      y -= 1;
      lines.push({ mark: " ", text: a[x] ?? "" });
    }
    if (edits === 0) break;
    if (x === fromX) lines.push({ mark: "+", text: b[(y -= 1)] ?? "" });
    else lines.push({ mark: "-", text: a[(x -= 1)] ?? "" });
  }
  return lines.reverse();
}

/** The furthest place in the old text on each diagonal: old line less new line. */
type Reach = ReadonlyMap<number, number>;

const reachOn = (reach: Reach, k: number): number => reach.get(k) ?? -1;

/** Whether a diagonal is reached by an added line, and not by a removed one. */
const comesFromAbove = (reach: Reach, k: number, edits: number): boolean =>
  k === -edits || (k !== edits && reachOn(reach, k - 1) < reachOn(reach, k + 1));

/** What was reached before each further edit, up to the one that comes to the end of both texts. */
function furthestReaches(a: readonly string[], b: readonly string[]): Reach[] {
  const trace: Reach[] = [];
  const furthest = new Map<number, number>([[1, 0]]);
  for (let edits = 0; edits <= a.length + b.length; edits += 1) {
    trace.push(new Map(furthest));
    for (let k = -edits; k <= edits; k += 2) {
      let x = comesFromAbove(furthest, k, edits) ? reachOn(furthest, k + 1) : reachOn(furthest, k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x += 1;
      furthest.set(k, x);
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return trace;
}
