/**
 * Code as coding agents write it from memory, in an app of this package: what compiles as it stands, what does once the
 * line is written that the doctor shows, and what does not.
 *
 * npm run test:full -- --only agent-snippets
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { nextProject } from "../support/next-project.js";
import { mustRun, run } from "../support/process.js";
import { npx } from "../support/project.js";
import { snippets, type Snippet } from "./agents/snippets.js";

/** Of all snippets, the part that has to compile. */
const least = 0.95;

let project: Awaited<ReturnType<typeof nextProject>>;
beforeAll(async () => {
  project = await nextProject("16.4.3");
  await mustRun(npx, ["auth", "init", "--yes", "--no-install"], { cwd: project.folder });
}, 600_000);
afterAll(() => project?.dispose());

const folderOf = (at: number): string => `snippets/s${at}`;
const fileOf = (at: number, { file }: Snippet): string => `${folderOf(at)}/${file}`;

interface Found {
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly fix: string;
}

/** Writes what the doctor shows: the line in place of the one that is named, and the call that it shows for the old one. */
function corrected(text: string, { line = 1, fix }: Found): string {
  // What is no line of code is advice about a name: the compiler says whether the code can do without it.
  const written = fix.split("\n").filter((one) => !/^\w+: /.test(one));
  const [first = "", call] = written;
  const lines = text.split("\n");
  const isCall = call?.includes("await auth()") ?? false;
  lines[line - 1] = isCall ? first : written.join("\n");
  const after = lines.join("\n");
  return isCall ? after.replaceAll(/await getServerSession\([^)]*\)/g, "await auth()") : after;
}

test("snippets compile as they stand, or with the lines of the doctor", async () => {
  const { folder } = project;
  for (const [at, one] of snippets.entries()) {
    mkdirSync(path.join(folder, folderOf(at)), { recursive: true });
    writeFileSync(path.join(folder, fileOf(at, one)), one.text);
  }
  const before = await brokenFiles(folder);
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  const findings: readonly Found[] = JSON.parse(stdout).result.findings;
  const told = new Set<string>();
  // From the last line up: what is written may be more lines than one.
  const old = findings.filter(({ code }) => code === "AUTH_D_OLD_IMPORT");
  for (const found of [...old].sort((a, b) => (b.line ?? 0) - (a.line ?? 0))) {
    told.add(found.path);
    const place = path.join(folder, found.path);
    writeFileSync(place, corrected(readFileSync(place, "utf8"), found));
  }
  const after = await brokenFiles(folder);
  const states = snippets.map((one, at) => {
    const file = fileOf(at, one);
    if (!before.has(file) && !told.has(file)) return "as it stands";
    if (!after.has(file)) return "with the line";
    return told.has(file) ? "told, and broken" : "broken, and not told";
  });
  const count = (state: string) => states.filter((one) => one === state).length;
  const broken = snippets.flatMap(({ id }, at) =>
    /broken/.test(states[at] ?? "")
      ? `${states[at]}: ${id}: ${after.get(fileOf(at, snippets[at] as Snippet))}`
      : [],
  );
  console.log(
    `${snippets.length} snippets: ${count("as it stands")} as they stand, ${count("with the line")} with the line of the doctor\n${broken.join("\n")}`,
  );
  expect(snippets.length).toBeGreaterThanOrEqual(200);
  expect((snippets.length - broken.length) / snippets.length).toBeGreaterThanOrEqual(least);
}, 600_000);

/** Files that the compiler complains of, with its first words. */
async function brokenFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run(npx, ["tsc", "--noEmit", "--pretty", "false"], { cwd: folder });
  // Where a file cannot be parsed the compiler says nothing of any other one.
  expect(stdout).not.toMatch(/error TS1\d{3}:/);
  const found = new Map<string, string>();
  for (const [, file = "", what = ""] of stdout.matchAll(/^(\S+?)\(\d+,\d+\): error (.+)$/gm))
    if (!found.has(file)) found.set(file, what);
  return found;
}
