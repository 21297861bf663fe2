import type { TextEdit } from "../edit/text-edit.js";
import type { ProjectFiles, Snapshot } from "../project/files.js";
import type { EnvChange, FileChange } from "./plan.js";

/** A file as the steps so far leave it. */
export interface Staged {
  readonly before: Snapshot | undefined;
  text: string;
  mode: number;
  inserted: EnvChange[] | undefined;
  generated: boolean;
  gone: boolean;
}

export const isUnchanged = ({ before, text, mode, gone }: Staged): boolean =>
  !gone && before?.text === text && before.mode === mode;

export function changeOf(
  files: ProjectFiles,
  file: string,
  { before, text, mode, inserted, generated, gone }: Staged,
): FileChange {
  return {
    path: file,
    realPath: before?.realPath ?? files.place(file),
    before: before && { text: before.text, hash: before.hash, mode: before.mode },
    after: { text, mode },
    ...(inserted && { inserted }),
    ...(generated && !inserted && { generated }),
    ...(gone && { gone }),
  };
}

/** Remembers what was cut out of the text of an env file, none of it secret. */
export function noteCuts(staged: Staged, text: string, cuts: readonly TextEdit[]): void {
  staged.inserted ??= [];
  for (const { start, end } of [...cuts].reverse())
    staged.inserted = insertRange(staged.inserted, start, start - end, text.slice(start, end));
}

/** Ranges after a further change: those behind it move, one around an insertion grows. */
export function insertRange(
  ranges: readonly EnvChange[],
  at: number,
  length: number,
  removed?: string,
): EnvChange[] {
  const around = ranges.some(({ start, end }) => start < at && at <= end);
  const moved = ranges.map((range) => ({
    ...range,
    start: range.start >= at ? range.start + length : range.start,
    end: range.end >= at ? range.end + length : range.end,
  }));
  const made =
    removed === undefined ? { start: at, end: at + length } : { start: at, end: at, text: removed };
  return around && removed === undefined ? moved : [...moved, made].sort((a, b) => a.start - b.start);
}
