/** An everyday job in an app: commands, and what a developer writes by hand. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** Lines by hand in one file. */
export interface ByHand {
  readonly file: string;
  /** A line of the file that the lines take the place of; none: they go to its end, or make the file. */
  readonly instead?: string;
  readonly lines: string;
}

export interface Job {
  readonly name: string;
  readonly commands?: readonly (readonly string[])[];
  readonly byHand?: readonly ByHand[];
}

/** Lines that are not empty, and were not there before. */
export const countLines = ({ byHand = [] }: Job): number =>
  byHand
    .flatMap(({ lines, instead = "" }) =>
      lines.split("\n").filter((line) => line.trim() !== "" && line.trim() !== instead.trim()),
    )
    .filter((line) => line.trim() !== "").length;

export async function writeByHand(folder: string, { file, instead, lines }: ByHand): Promise<void> {
  const place = path.join(folder, file);
  await mkdir(path.dirname(place), { recursive: true });
  const text = await readFile(place, "utf8").catch(() => "");
  if (instead === undefined) return writeFile(place, text + lines);
  const at = text.indexOf(instead);
  if (at === -1 || text.includes(instead, at + 1)) throw new Error(`${file}: ${instead} is not there once`);
  await writeFile(place, text.slice(0, at) + lines + text.slice(at + instead.length));
}
