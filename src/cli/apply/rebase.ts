import path from "node:path";
import { parseEnv } from "../formats/env-file.js";
import type { Anchor, Cut, Journal, JournalFile, Piece } from "../formats/journal-file.js";
import { splice } from "../source/text/text-edit.js";
import { merge, mergeJson, mergeList, type Overlap } from "../plan/merge.js";
import { hashOf } from "../project/files.js";
import type { Disk } from "./disk.js";
import { stateOf } from "./journal.js";

/** A file whose later changes and the plan's cannot be told apart. */
export interface Obstacle {
  readonly file: JournalFile;
  readonly overlaps: readonly Overlap[];
}

export interface Rebased {
  /** The journal as if the plan had been applied to the files as they are now. */
  readonly journal: Journal;
  readonly obstacles: readonly Obstacle[];
  /** Files of the package manager that went on changing; its next run puts them right. */
  readonly left: readonly JournalFile[];
}

/**
 * Prepares a plan for being taken back after files went on changing elsewhere: what the plan did is taken out of the
 * file as it is now.
 * @param accept says of a merged text that it is as sound as the one that is there
 */
export async function rebase(
  disk: Disk,
  journal: Journal,
  accept: (path: string, now: string, merged: string) => Promise<boolean>,
): Promise<Rebased> {
  const files: JournalFile[] = [];
  const obstacles: Obstacle[] = [];
  const left: JournalFile[] = [];
  for (const file of journal.files) {
    const result = stateOf(disk, file) === "other" ? rebaseFile(disk, file) : { file };
    if ("overlaps" in result) obstacles.push({ file, overlaps: result.overlaps });
    else if (!result.file) left.push(file);
    else if (result.now !== undefined && !(await accept(file.path, result.now, result.merged)))
      obstacles.push({ file, overlaps: [] });
    else files.push(result.file);
  }
  return { journal: { ...journal, files }, obstacles, left };
}

type RebasedFile =
  | { readonly file: JournalFile | undefined; readonly now?: undefined }
  | { readonly file: JournalFile; readonly now: string; readonly merged: string }
  | { readonly overlaps: readonly Overlap[] };

function rebaseFile(disk: Disk, file: JournalFile): RebasedFile {
  if (file.derived) return { file: undefined };
  const bytes = disk.read(file.realPath);
  const now = bytes?.toString("utf8");
  if (!bytes || now === undefined || !Buffer.from(now, "utf8").equals(bytes)) return { overlaps: [] };
  if (file.cuts) return rebaseCuts(file, now, file.cuts);
  return file.after === undefined ? { overlaps: [] } : rebaseText(file, now, file.after);
}

/** An env file: its changes are places, taken out where their lines stand now. */
function rebaseCuts(file: JournalFile, now: string, known: readonly Cut[]): RebasedFile {
  const cuts = relocate(now, known);
  if (!cuts) return { overlaps: [] };
  const rest = splice(
    now,
    cuts.map((cut) => ({ ...cut, text: cut.text ?? "" })),
  );
  const isGone = !file.before && rest.trim() === "";
  const before = isGone ? null : { hash: hashOf(rest), mode: file.before?.mode ?? 0o600 };
  return { file: { ...file, afterHash: hashOf(now), cuts, before } };
}

/** Any other file: the way back from what the plan left, merged with what came after. */
function rebaseText(file: JournalFile, now: string, after: string): RebasedFile {
  const known = { ...file, afterHash: hashOf(now) };
  const text = (base64: string) => Buffer.from(base64, "base64").toString("utf8");
  const result = mergerOf(file.path)(text(after), now, text(file.before?.base64 ?? ""));
  if (result.kind === "overlap") return { overlaps: result.overlaps };
  const merged = result.text;
  if (!file.before && merged.trim() === "") return { file: { ...known, before: null } };
  const base64 = Buffer.from(merged, "utf8").toString("base64");
  const before = { hash: hashOf(merged), mode: file.before?.mode ?? 0o644, base64 };
  return { file: { ...known, before }, now, merged };
}

/** Ignore files, and examples of env files: lines that a person adds stand behind ours, and have the last word. */
export const isListOfLines = (file: string): boolean => /^\.(?:gitignore|env)/.test(path.basename(file));

function mergerOf(file: string): typeof merge {
  if (file.endsWith("package.json")) return mergeJson;
  return isListOfLines(file) ? mergeList : merge;
}

interface Line {
  readonly start: number;
  /** Without and with the line break. */
  readonly end: number;
  readonly next: number;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length;) {
    const stop = text.indexOf("\n", start);
    const next = stop === -1 ? text.length : stop + 1;
    const end = stop === -1 ? next : text[stop - 1] === "\r" ? stop - 1 : stop;
    lines.push({ start, end, next });
    start = next;
  }
  return lines;
}

const keyOf = (line: string) => (line.includes("=") ? line.slice(0, line.indexOf("=") + 1) : line);

/**
 * What a change of an env file is recognised by later, hashes and never a value: an insertion by each of its lines,
 * lines that were taken out by the one above.
 */
export function marksOf(
  text: string,
  { start, end }: { start: number; end: number },
): Pick<Cut, "pieces" | "above"> {
  const lines = linesOf(text);
  if (end > start) {
    const pieces = lines.flatMap((line, at): Piece[] => {
      const from = Math.max(start, line.start) - line.start;
      const to = Math.min(end, line.end) - line.start;
      return from < to ? [{ line: at, from, to, hash: hashOf(text.slice(line.start, line.end)) }] : [];
    });
    return { pieces };
  }
  const at = lines.findIndex((line) => line.start < start && start <= line.next);
  const above = lines[at];
  if (!above) return {};
  const hash = hashOf(keyOf(text.slice(above.start, above.end)));
  return { above: { line: at, hash, isBroken: start > above.end } };
}

/**
 * Places of the same lines in a text that was edited since.
 * @returns undefined when one of them is not there any more, or a key that was taken out is there again
 */
function relocate(now: string, cuts: readonly Cut[]): Cut[] | undefined {
  const relocation = new Relocation(now);
  if (!cuts.every((cut) => relocation.place(cut))) return undefined;
  return relocation.found.sort((a, b) => a.start - b.start);
}

interface KnownLine extends Line {
  readonly at: number;
  readonly hash: string;
  /** Hash of the key. */
  readonly key: string;
}

/** An env file as it is now, with the changes that were found in it again. */
class Relocation {
  readonly found: Cut[] = [];
  readonly #lines: readonly KnownLine[];
  readonly #keys: ReadonlySet<string>;
  /** How far the line that was found last has moved: those below it went along. */
  #moved = 0;

  constructor(now: string) {
    this.#lines = linesOf(now).map((line, at) => {
      const text = now.slice(line.start, line.end);
      return { ...line, at, hash: hashOf(text), key: hashOf(keyOf(text)) };
    });
    this.#keys = new Set(parseEnv(now).map(({ key }) => key));
  }

  /** @returns whether all of the change was found */
  place({ pieces = [], text, above }: Cut): boolean {
    const [renamed] = pieces;
    if (text !== undefined && renamed) return this.#placeName(renamed, text);
    if (text !== undefined && !this.#placeTaken(text, above)) return false;
    return pieces.every((piece) => this.#placeInserted(piece));
  }

  /** A key that got another name: its line, value and all, is as it was left. */
  #placeName({ line, from, to, hash }: Piece, name: string): boolean {
    const place = this.#keys.has(name) ? undefined : this.#nearest(line, (one) => one.hash === hash);
    if (!place) return false;
    this.found.push({ start: place.start + from, end: place.start + to, text: name });
    return true;
  }

  /** Lines that were taken out: they stood below one that is there, or at the top. */
  #placeTaken(text: string, above: Anchor | undefined): boolean {
    if (parseEnv(text).some(({ key }) => this.#keys.has(key))) return false;
    const place = above && this.#nearest(above.line, ({ key }) => key === above.hash);
    if (above && (!place || (above.isBroken && place.next === place.end))) return false;
    const start = place ? (above?.isBroken ? place.next : place.end) : 0;
    this.found.push({ start, end: start, text });
    return true;
  }

  #placeInserted({ line, from, to, hash }: Piece): boolean {
    const isFree = (start: number) => !this.found.some((cut) => cut.start === start);
    const place = this.#nearest(line, (one) => one.hash === hash && isFree(one.start + from));
    if (!place) return false;
    const isWhole = from === 0 && place.start + to === place.end;
    this.found.push({ start: place.start + from, end: isWhole ? place.next : place.start + to });
    return true;
  }

  #nearest(line: number, isMeant: (one: KnownLine) => boolean): KnownLine | undefined {
    const distance = ({ at }: KnownLine) => Math.abs(at - line - this.#moved);
    const [place] = this.#lines.filter(isMeant).sort((a, b) => distance(a) - distance(b));
    if (place) this.#moved = place.at - line;
    return place;
  }
}
