/** The table of docs/plugins/README.md: which apps users were walked through, when, and with which code. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";

/** A row that passed whole. */
export interface PassedRow {
  /** Framework, store and kind of sessions. */
  readonly title: string;
  /** With the installation. */
  readonly seconds: number;
  readonly commit: string;
}

type Results = Readonly<Record<string, Omit<PassedRow, "title">>>;

const page = path.join(projectRoot, "docs/plugins/README.md");
const resultsFile = path.join(projectRoot, "test/e2e/plugin-results.json");
const [begin, end] = ["<!-- results -->\n", "<!-- /results -->"];

export const readPassed = (): Results => JSON.parse(readFileSync(resultsFile, "utf8")) as Results;

export function tableOfPassed(results: Results): string {
  const lines = Object.entries(results)
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([title, { seconds, commit }]) => {
      const words = title.split(", ");
      const [framework, sessions] = [words[0], words.at(-1)];
      return `| ${[framework, words.slice(1, -1).join(", "), sessions, seconds, commit].join(" | ")} |`;
    });
  return ["| framework | store | sessions | seconds | commit |", "|---|---|---|---|---|", ...lines, ""].join(
    "\n",
  );
}

/** Puts rows into the page; those that were not tried now stay. */
export function writePassed(rows: readonly PassedRow[]): void {
  const now = Object.fromEntries(rows.map(({ title, ...result }) => [title, result]));
  const results = { ...readPassed(), ...now };
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  const { before, after } = readPluginPage();
  writeFileSync(page, `${before}${begin}${tableOfPassed(results)}${end}${after}`);
}

/** The page around the table, and the table. */
export function readPluginPage(): { before: string; table: string; after: string } {
  const [before, rest] = readFileSync(page, "utf8").split(begin);
  const [table, after] = rest?.split(end) ?? [];
  if (before === undefined || table === undefined || after === undefined)
    throw new Error(`${page} has no place for the table`);
  return { before, table, after };
}
