import { diffArrays } from "diff";
import { withLineCommas, withoutLineCommas } from "../formats/json-file.js";
import { hasMixedBreaks, linesOf, withCrlf, withoutLastBreak } from "../source/text/layout.js";

/** Lines `start` to `end` of the base, and what stands there instead. */
interface Change {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** A place that both sides changed, each in its own way. */
export interface Overlap {
  /** Number of the first line, as the file is now. */
  readonly line: number;
  readonly base: readonly string[];
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
}

export type Merged =
  | { readonly kind: "clean"; readonly text: string }
  | { readonly kind: "overlap"; readonly overlaps: readonly Overlap[] };

/**
 * Three-way merge by lines: what `theirs` changed in `base` is done to `ours`. Neighbouring changes are no overlap,
 * two texts inserted at the same place are. Line endings are those of `ours`.
 */
export const merge = (base: string, ours: string, theirs: string): Merged =>
  mergeAlike(base, ours, theirs, "overlap");

/** As {@link merge} for lists of lines: of two insertions at the same place both are meant, `ours` behind `theirs`. */
export const mergeList = (base: string, ours: string, theirs: string): Merged =>
  mergeAlike(base, ours, theirs, "both");

/** What two insertions at the same place are. */
type Twice = "overlap" | "both";

function mergeAlike(base: string, ours: string, theirs: string, twice: Twice): Merged {
  const eol = (text: string) => (ours.includes("\r\n") ? withCrlf(text) : text.replaceAll("\r\n", "\n"));
  return hasMixedBreaks(ours)
    ? mergeLines(base, ours, theirs, twice)
    : mergeLines(eol(base), ours, eol(theirs), twice);
}

/** As {@link merge} for JSON whose commas move between lines when neighbours come and go. */
export function mergeJson(base: string, ours: string, theirs: string): Merged {
  const merged = merge(withoutLineCommas(base), withoutLineCommas(ours), withoutLineCommas(theirs));
  return merged.kind === "overlap" ? merged : { kind: "clean", text: withLineCommas(merged.text) };
}

function mergeLines(base: string, ours: string, theirs: string, twice: Twice): Merged {
  const lines = linesOf(base);
  const groups = groupsOf(changes(lines, linesOf(ours)), changes(lines, linesOf(theirs)));
  const overlaps: Overlap[] = [];
  let text = "";
  let at = 0;
  for (const { start, end, mine, other } of groups) {
    text += lines.slice(at, start).join("");
    const ourLines = applied(lines, mine, start, end);
    const theirLines = applied(lines, other, start, end);
    const differ = mine.length > 0 && other.length > 0 && ourLines.join("") !== theirLines.join("");
    const areBothMeant = twice === "both" && start === end && theirLines.at(-1)?.endsWith("\n");
    if (differ && !areBothMeant) {
      const line = linesOf(text).length + 1;
      overlaps.push({ line, base: lines.slice(start, end), ours: ourLines, theirs: theirLines });
    }
    if (differ && areBothMeant) text += theirLines.join("") + ourLines.join("");
    else text += (other.length > 0 && overlaps.length === 0 ? theirLines : ourLines).join("");
    at = end;
  }
  text += lines.slice(at).join("");
  return overlaps.length > 0 ? { kind: "overlap", overlaps } : { kind: "clean", text };
}

function changes(base: readonly string[], text: readonly string[]): Change[] {
  const found: { start: number; end: number; lines: string[] }[] = [];
  let at = 0;
  let last: (typeof found)[number] | undefined;
  for (const { added, removed, value } of diffArrays([...base], [...text])) {
    if (!added && !removed) {
      at += value.length;
      last = undefined;
      continue;
    }
    if (last === undefined) found.push((last = { start: at, end: at, lines: [] }));
    if (added) last.lines.push(...value);
    else last.end = at += value.length;
  }
  return found;
}

interface Group {
  readonly start: number;
  end: number;
  readonly mine: Change[];
  readonly other: Change[];
}

/** Changes in order; those of both sides that touch the same lines stand together. */
function groupsOf(mine: readonly Change[], other: readonly Change[]): Group[] {
  const all = [
    ...mine.map((change) => ({ change, side: "mine" as const })),
    ...other.map((change) => ({ change, side: "other" as const })),
  ].sort((a, b) => a.change.start - b.change.start || a.change.end - b.change.end);
  const groups: Group[] = [];
  for (const { change, side } of all) {
    const last = groups.at(-1);
    const { start, end } = change;
    const together =
      last && (start < last.end || (start === end && start === last.start && start === last.end));
    const group = together ? last : { start, end, mine: [], other: [] };
    if (!together) groups.push(group);
    group.end = Math.max(group.end, end);
    group[side].push(change);
  }
  return groups;
}

function applied(base: readonly string[], edits: readonly Change[], start: number, end: number): string[] {
  const lines: string[] = [];
  let at = start;
  for (const edit of edits) {
    lines.push(...base.slice(at, edit.start), ...edit.lines);
    at = edit.end;
  }
  return [...lines, ...base.slice(at, end)];
}

/** Overlaps side by side: what is there now, what was written once, what would come. */
export function renderOverlaps(
  file: string,
  overlaps: readonly Overlap[],
  coming = "was there before",
): string {
  const part = (title: string, lines: readonly string[]) =>
    `${title}\n${lines.map(withoutLastBreak).join("\n")}${lines.length > 0 ? "\n" : ""}`;
  return overlaps
    .map(
      ({ line, base, ours, theirs }) =>
        `${file}:${line}\n${part("<<<<<<< is there now", ours)}${part("||||||| was written by the plan", base)}${part("=======", theirs)}>>>>>>> ${coming}\n`,
    )
    .join("");
}
