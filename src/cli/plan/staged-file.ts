import path from "node:path";
import type { TextEdit } from "../source/text/text-edit.js";
import { openFiles, type ProjectFiles, type Snapshot } from "../project/files.js";
import { CliError, exitCodes } from "../terminal/errors.js";
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

/** Remembers what stood where an env file has something else now, or nothing; none of it is secret. */
export function noteEdits(staged: Staged, text: string, edits: readonly TextEdit[]): void {
  let ranges = staged.inserted ?? [];
  for (const { start, end, text: by } of [...edits].reverse()) {
    const shifted = (offset: number) => (offset >= end ? offset + by.length - (end - start) : offset);
    ranges = [
      ...ranges.map((one) => ({ ...one, start: shifted(one.start), end: shifted(one.end) })),
      { start, end: start + by.length, text: text.slice(start, end) },
    ];
  }
  staged.inserted = ranges.sort((a, b) => a.start - b.start);
}

/** Ranges after an insertion: those behind it move, one around it grows. */
export function insertRange(ranges: readonly EnvChange[], at: number, length: number): EnvChange[] {
  const around = ranges.some(({ start, end }) => start < at && at <= end);
  const moved = ranges.map((range) => ({
    ...range,
    start: range.start >= at ? range.start + length : range.start,
    end: range.end >= at ? range.end + length : range.end,
  }));
  return around ? moved : [...moved, { start: at, end: at + length }].sort((a, b) => a.start - b.start);
}

/** What is no file of text, such as a folder or a link that leads nowhere, cannot be replaced by one. */
export function assertFree(files: ProjectFiles, file: string): void {
  const name = path.posix.basename(file);
  const taken = files.list(path.posix.dirname(file)).find((one) => one === name || one === `${name}/`);
  if (taken === undefined) return;
  // It came after it was looked for: applying says so.
  if (openFiles(files.root).read(file)) return;
  const what = taken.endsWith("/") ? "a folder" : "a link that leads to no file";
  throw new CliError("AUTH_E_FILE", `${file} is ${what}; a file belongs there.`, {
    exitCode: exitCodes.conflict,
    hint: `Nothing was written. Move it away: mv "${file}" "${file}.old"`,
  });
}
