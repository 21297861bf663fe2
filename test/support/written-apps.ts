/** Apps that a test writes out, and what `auth migrate` does with them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runMain } from "./cli.js";

const made: string[] = [];

export const removeApps = (): void =>
  made.forEach((folder) => rmSync(folder, { recursive: true, force: true }));

export type Files = Readonly<Record<string, string>>;

export function project(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright real apps "));
  made.push(folder);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

export const manifest = (more: object): string =>
  `${JSON.stringify({ name: "app", private: true, ...more }, null, 2)}\n`;

export const version4 = { "next-auth": "^4.24.11", next: "^15.0.0", react: "^19.0.0" };

export interface Left {
  readonly path: string;
  readonly line: number;
  readonly why: string;
  readonly write: string;
}

/** What is left to a person, by list, and what it was made of. */
export interface Result {
  readonly from: readonly string[];
  readonly breaksNow: readonly Left[];
  readonly tidyUp: readonly Left[];
}

/** The same of each package of a workspace. */
export type Packages = readonly (Result & { readonly path: string })[];

/** `auth migrate` in a folder. */
export async function migrateIn(folder: string, ...flags: string[]) {
  const { code, stdout, stderr } = await runMain(folder, [
    "migrate",
    "--yes",
    "--no-install",
    "--json",
    ...flags,
  ]);
  const { result } = JSON.parse(stdout) as { result: Result & { packages: Packages } };
  return { code, result, stderr };
}

/** What is left to a person, by list, and the folder as it is afterwards. */
export async function migrated(files: Files, ...flags: string[]) {
  const folder = project(files);
  const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
  return { folder, ...(await migrateIn(folder, ...flags)), read };
}

export const places = (left: readonly Left[]): string[] =>
  left.map(({ path: file, line }) => `${file}:${line}`);
