/** The table of docs/frameworks/README.md: who was tried, when, and with which code. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { transformSync } from "esbuild";
import { projectRoot } from "../architecture/source-tree.js";
import { type Row, rows, sessionsOf } from "./framework-matrix.js";

/** A row whose every kind of session was tried. */
export interface TriedRow {
  readonly row: Row;
  readonly version: string;
  /** With the installation. */
  readonly seconds: number;
  readonly commit: string;
}

/** What is kept of a row. */
interface Result {
  readonly cells: readonly string[];
  /** Of {@link codeOf}, when it was tried. */
  readonly code: string;
}

const page = path.join(projectRoot, "docs/frameworks/README.md");
const resultsFile = path.join(projectRoot, "test/e2e/framework-results.json");
const [begin, end] = ["<!-- results -->\n", "<!-- /results -->"];

export const readResults = (): Readonly<Record<string, Result>> =>
  JSON.parse(readFileSync(resultsFile, "utf8")) as Readonly<Record<string, Result>>;

/** Only `auth test init` reads routes, and no row runs that. */
const unused = /^src\/templates\/frameworks\/[\w-]+\/routes\.ts$/;

/** A hash of the code that a row speaks of, without comments, layout and the places of our own modules. */
export function codeOf({ code }: Pick<Row, "code">): string {
  const files = ["src/templates/frameworks", "src/runtime/integrations"]
    .flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name.split(path.sep).join("/")}`,
      ),
    )
    .filter(
      (name) =>
        /\.(?:ts|hbs)$/.test(name) && !unused.test(name) && code.some((start) => name.startsWith(start)),
    )
    .sort();
  const hash = createHash("sha256");
  for (const name of files) {
    const text = readFileSync(path.join(projectRoot, name), "utf8");
    hash.update(name).update(name.endsWith(".ts") ? withoutComments(text) : text);
  }
  return hash.digest("hex").slice(0, 16);
}

/** A module that moves stays the same code: what is imported counts, not from which of our folders. */
const withoutPlaces = (code: string): string =>
  code.replaceAll(/((?:\bfrom|\bimport\()\s*)"\.{1,2}\/[^"]*"/g, '$1""');

/** The members of a support that no row asks: what reads routes, and what names the type of a configuration without one. */
const withoutUnasked = (code: string): string =>
  code
    .replace(/\broutes:async all=>[^;]*?\.(?:routesOf|serverRoutes)\(all(?:,\{[^}]*\})?\),/, "")
    .replace(/\bconfigType:"\w+",/, "");

const withoutComments = (text: string): string =>
  withoutUnasked(
    withoutPlaces(transformSync(text, { loader: "ts", minifyWhitespace: true, legalComments: "none" }).code),
  );

/** The table as the page shows it. */
export function tableOf(results: Readonly<Record<string, Result>>): string {
  return [
    "| framework | version | project | sign-in with sessions | Node.js | seconds | commit |",
    "|---|---|---|---|---|---|---|",
    ...rows.flatMap(({ project }) => {
      const { cells } = results[project] ?? {};
      return cells === undefined ? [] : [`| ${cells.join(" | ")} |`];
    }),
    "",
  ].join("\n");
}

/** Puts rows into the page; those that were not tried now stay. */
export function writeTried(tried: readonly TriedRow[]): void {
  const now = tried.map(({ row, version, seconds, commit }) => {
    const words = [row.framework, version, row.project, sessionsOf(row).join(", ")];
    const cells = [...words, process.versions.node, String(seconds), commit];
    return [row.project, { cells, code: codeOf(row) }] as const;
  });
  const known = rows.map(({ project }) => project);
  const all = Object.entries({ ...readResults(), ...Object.fromEntries(now) });
  const results = Object.fromEntries(all.filter(([project]) => known.includes(project)));
  writeFileSync(resultsFile, `${JSON.stringify(results, undefined, 2)}\n`);
  const { before, after } = readPage();
  writeFileSync(page, `${before}${begin}${tableOf(results)}${end}${after}`);
}

/** The page around the table, and the table. */
export function readPage(): { before: string; table: string; after: string } {
  const [before, rest] = readFileSync(page, "utf8").split(begin);
  const [table, after] = rest?.split(end) ?? [];
  if (before === undefined || table === undefined || after === undefined)
    throw new Error(`${page} has no place for the table`);
  return { before, table, after };
}
