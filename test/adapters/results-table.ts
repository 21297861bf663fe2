/** What the conformance kit said about stores, as a table of docs/adapters/README.md between two marks. */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ConformanceReport } from "../../src/runtime/adapter-testing/index.js";

const target = fileURLToPath(new URL("../../docs/adapters/README.md", import.meta.url));

/** One column. */
export interface Result {
  readonly store: string;
  readonly report: ConformanceReport;
}

/** Passed, or how many of how many failed; "–" where nothing of the group could be asked. */
function cellOf({ report }: Result, group: string): string {
  const found = report.groups.find((one) => one.group === group);
  if (found === undefined || found.passed + found.failures.length === 0) return "–";
  const { passed, failures } = found;
  return failures.length === 0 ? `${passed}` : `**${failures.length} of ${passed + failures.length} fail**`;
}

/** A race is not lost each time: of these groups the page says what was seen once. */
const ofChance: readonly string[] = ["races", "races of two instances", "lost connections"];

/** What a table says of each store: the cell of each group, and which checks failed. Times are not compared. */
function columnsOf(text: string): ReadonlyMap<string, readonly string[]> {
  const lines = text.split("\n");
  const cellsOf = (line: string) => line.slice(2, -2).split(" | ");
  const [header = [], , ...rows] = lines.filter((line) => line.startsWith("| ")).map(cellsOf);
  const failed = lines
    .filter((line) => line.startsWith("- "))
    .map((line) => /^- (?<group>[^:]+): (?<check>.+): (?<stores>[^:]+)$/.exec(line)?.groups ?? {})
    .filter(({ group = "" }) => !ofChance.includes(group));
  const columns = header.slice(1).map((store, at): [string, readonly string[]] => {
    const groups = rows
      .filter(([group]) => group !== "milliseconds")
      .map(([group = "", ...cells]) => {
        const cell = cells[at] ?? "";
        return `${group}: ${ofChance.includes(group) ? cell.replace(/^\*\*\d+ of (\d+) fail\*\*$/, "$1") : cell}`;
      });
    const failures = failed.filter(({ stores = "" }) => stores.split(", ").includes(store));
    return [store, [...groups, ...failures.map(({ group, check }) => `${group}: ${check}`)].sort()];
  });
  return new Map(columns);
}

/** Which checks failed, each with the stores that fail it. */
function failuresOf(results: readonly Result[]): string[] {
  const stores = new Map<string, string[]>();
  for (const { store, report } of results)
    for (const { group, failures } of report.groups)
      for (const { name } of failures)
        stores.set(`${group}: ${name}`, [...(stores.get(`${group}: ${name}`) ?? []), store]);
  return [...stores].map(([check, failing]) => `- ${check}: ${failing.join(", ")}`);
}

function tableOf(results: readonly Result[]): string {
  const groups = results[0]?.report.groups.map(({ group }) => group) ?? [];
  const lines = [
    ["group", ...results.map(({ store }) => store)],
    ["---", ...results.map(() => "---")],
    ...groups.map((group) => [group, ...results.map((result) => cellOf(result, group))]),
    ["milliseconds", ...results.map(({ report }) => String(report.milliseconds))],
  ].map((cells) => `| ${cells.join(" | ")} |`);
  const failed = failuresOf(results);
  return [...lines, ...(failed.length > 0 ? ["", "What fails:", "", ...failed] : [])].join("\n");
}

const [begin, end] = ["<!-- conformance: stores -->\n", "\n<!-- end of conformance: stores -->"];

/** Where the table stands in the page. */
function readPage() {
  const page = readFileSync(target, "utf8");
  const [start, stop] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  if (start < begin.length || stop < start)
    throw new Error("docs/adapters/README.md has no place for a table");
  return { before: page.slice(0, start), table: page.slice(start, stop), after: page.slice(stop) };
}

/** @param versions what it was seen with, in a sentence */
export function writeTable(results: readonly Result[], versions: string): void {
  const { before, after } = readPage();
  writeFileSync(target, `${before}${versions}\n\n${tableOf(results)}${after}`);
}

/**
 * @param results those of the servers that are there
 * @returns of these stores: what the page says, and what it should say
 */
export function compareTable(results: readonly Result[]) {
  const [onPage, seen] = [columnsOf(readPage().table), columnsOf(tableOf(results))];
  const stores = results.map(({ store }) => store);
  const of = (columns: typeof seen) => Object.fromEntries(stores.map((store) => [store, columns.get(store)]));
  return { page: of(onPage), seen: of(seen) };
}
