/**
 * Code as coding agents write it from memory, in an app of this package: what compiles and runs as it stands, what does
 * once the line is written that the doctor shows, and what does not.
 *
 * npm run test:full -- --only agent-snippets
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../support/chromium.js";
import { runMain } from "../support/cli.js";
import { nextProject } from "../support/next-project.js";
import { mustRun, run } from "../support/process.js";
import { install, installedProject, npx } from "../support/project.js";
import { isRendered, renderAll } from "./agents/browser-visits.js";
import { corrected, type Found } from "./agents/corrected.js";
import { buildApp, fileOf, folderOf, providerEnv, startApp, type Placed } from "./agents/next-app.js";
import { serverApps } from "./agents/server-snippets.js";
import { snippets } from "./agents/snippets.js";
import { isVisited, signedIn, visitAll } from "./agents/visits.js";

/** Of all snippets, the part that has to run. */
const least = 0.95;

let project: Awaited<ReturnType<typeof nextProject>>;
beforeAll(async () => {
  project = await nextProject("16.4.3");
  await mustRun(npx, ["auth", "init", "--yes", "--no-install"], { cwd: project.folder });
}, 600_000);
afterAll(() => project?.dispose());

const placed: readonly Placed[] = snippets.map((snippet, at) => ({ at, snippet }));

type State = "as it stands" | "with the line" | "told, and broken" | "broken, and not told";

/** Writes the snippets, then the lines of the doctor. @returns what the compiler says, before and after */
async function compileAll(folder: string) {
  for (const { at, snippet } of placed) {
    mkdirSync(path.join(folder, folderOf(at)), { recursive: true });
    writeFileSync(path.join(folder, fileOf(at, snippet)), snippet.text);
  }
  const before = await brokenFiles(folder);
  const told = await writeLines(folder);
  return { before, told, after: await brokenFiles(folder) };
}

/** Writes the lines of the doctor. @returns the files that it speaks of */
async function writeLines(folder: string): Promise<ReadonlySet<string>> {
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  const findings: readonly Found[] = JSON.parse(stdout).result.findings;
  const old = findings.filter(({ code }) => code === "AUTH_D_OLD_IMPORT");
  // From the last line up: what is written may be more lines than one.
  for (const found of [...old].sort((a, b) => (b.line ?? 0) - (a.line ?? 0))) {
    const place = path.join(folder, found.path);
    writeFileSync(place, corrected(readFileSync(place, "utf8"), found));
  }
  return new Set(old.map((one) => one.path));
}

/** Runs what compiles. @returns what is wrong, by the number of the snippet */
async function runAll(all: readonly Placed[]): Promise<ReadonlyMap<number, string>> {
  const { folder } = project;
  const ids = [...new Set(snippets.flatMap(({ sees }) => sees?.provider ?? [])), "google"];
  const env = { ...providerEnv(ids), AUTH_SECRET: "test-secret-test-secret-test-secret-000" };
  await buildApp(folder, project.env(env), all);
  const app = await startApp(folder, env);
  try {
    const answered = await visitAll(app, all.filter(isVisited));
    const browser = await launchBrowser();
    try {
      // A component may sign out: the next one has a session of its own.
      const rendered = await renderAll(browser, app, all.filter(isRendered), async (context) => {
        const somebody = await signedIn(app);
        await context.addCookies(
          somebody.cookies().map(([name, value]) => ({ name, value, url: app.origin })),
        );
      });
      return new Map([...answered, ...rendered]);
    } finally {
      await browser.close();
    }
  } finally {
    await app.stop();
  }
}

test("snippets compile and run as they stand, or with the lines of the doctor", async () => {
  const { before, told, after } = await compileAll(project.folder);
  const compiled = placed.filter(({ at, snippet }) => !after.has(fileOf(at, snippet)));
  const wrong = await runAll(compiled);
  const stateOf = ({ at, snippet }: Placed): State => {
    const file = fileOf(at, snippet);
    const isBroken = after.has(file) || wrong.has(at);
    if (isBroken) return told.has(file) ? "told, and broken" : "broken, and not told";
    return told.has(file) || before.has(file) ? "with the line" : "as it stands";
  };
  const states = placed.map(stateOf);
  const count = (state: State) => states.filter((one) => one === state).length;
  const broken = placed.flatMap((one) => {
    const why = after.get(fileOf(one.at, one.snippet)) ?? wrong.get(one.at);
    return why === undefined ? [] : [`${stateOf(one)}: ${one.snippet.id}: ${why}`];
  });
  const visited = placed.filter((one) => isVisited(one) || isRendered(one)).length;
  console.log(
    [
      `${snippets.length} snippets, ${visited} of them visited, the others types alone:`,
      `${count("as it stands")} run as they stand, ${count("with the line")} with the line of the doctor`,
      ...broken,
    ].join("\n"),
  );
  expect(snippets.length).toBeGreaterThanOrEqual(200);
  expect((snippets.length - broken.length) / snippets.length).toBeGreaterThanOrEqual(least);
}, 900_000);

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

test.each(serverApps.map((one) => [one.project, one] as const))(
  "in %s the doctor says the line, and the corrected code compiles",
  async (name, { check: [command = "", ...args], complaint, snippets: all }) => {
    const made = await installedProject(name);
    try {
      const { folder } = made;
      await mustRun(npx, ["auth", "init", "--yes", "--no-install"], { cwd: folder });
      // Types that init has added.
      await install(folder, []);
      for (const { file, text } of all) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
      }
      const told = await writeLines(folder);
      const { code, stdout, stderr } = await run(command, args, { cwd: folder });
      const complaints = [...`${stdout}\n${stderr}`.matchAll(complaint)].map(([, file, what]) => [
        file,
        what,
      ]);
      expect(complaints, stdout).toEqual([]);
      expect(code, stderr).toBe(0);
      expect([...told].sort()).toEqual(all.flatMap(({ file, isRight }) => (isRight ? [] : [file])).sort());
    } finally {
      await made.dispose();
    }
  },
  600_000,
);
