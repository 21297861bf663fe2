/**
 * From an empty project to a back office, with no line written by hand: granted from the terminal; a user found, banned,
 * let in again, seen through their eyes, and rid of a lost second factor; in a browser with JavaScript and in one without.
 *
 * npm run test:full -- --only admin-by-command --shard 1/2
 * AUTHWRIGHT_WRITE=1 writes the rows that passed into docs/plugins/admin.md; AUTHWRIGHT_ROWS="Express" tries those rows that
 * begin with this.
 */
import { execFileSync } from "node:child_process";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { type BuiltApp, startBuiltApp } from "../e2e/built-app.js";
import { rows as frameworkRows, type Project, type Sessions } from "../e2e/framework-matrix.js";
import { backOffices, type PassedOffice } from "../e2e/plugin-results.js";
import { PluginUser } from "../e2e/plugin-user.js";
import { launchBrowser } from "../support/chromium.js";
import { run } from "../support/process.js";
import { installedCommand, treeOf } from "../support/project.js";
import {
  banAndUnban,
  findUser,
  type People,
  removeFactor,
  seeTheAppAs,
  signUpPeople,
} from "./admin-by-command/office-walk.js";
import { shardOf } from "./crossings/shard.js";

const asked = process.env["AUTHWRIGHT_ROWS"] ?? "";
const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);

/** Each pair of framework, kind of sessions and factor is in one of them. */
const every: readonly (readonly [
  framework: string,
  project: string,
  session: Sessions,
  hasFactor: boolean,
])[] = [
  ["Express", "express-esm-ts", "jwt", true],
  ["Express", "express-esm-ts", "database", false],
  ["Next.js", "create-next-app 16.4.3 app ts", "database", true],
  ["Next.js", "create-next-app 16.4.3 app ts", "jwt", false],
];
const rows = every
  .map(([framework, project, session, hasFactor]) => ({
    framework,
    project,
    session,
    hasFactor,
    title: `${framework}, ${hasFactor ? "with" : "without"} two-factor, ${session}`,
  }))
  .filter(({ title }) => title.startsWith(asked))
  .filter((_row, at) => at % shard.of === shard.number - 1);
type Row = (typeof rows)[number];

/** All that is done to the project. */
const commandsOf = ({ session, hasFactor }: Row) => [
  ["init", "--plugin", `password,account${hasFactor ? ",two-factor" : ""}`, "--session", session],
  ["add-plugin", "admin"],
];

async function obey(project: Project, commands: readonly (readonly string[])[]): Promise<void> {
  // As `init` says it.
  const env = project.env({ DATABASE_URL: "file:auth.db" });
  for (const command of commands) {
    const words = [...command, "--yes"];
    const { code, stdout, stderr } = await run(installedCommand("auth"), words, { cwd: project.folder, env });
    expect(code, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
  }
}

let browser: Browser;
const commit = execFileSync("git", ["-C", projectRoot, "rev-parse", "--short", "HEAD"], {
  encoding: "utf8",
}).trim();
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const frameworkRow = ({ project }: Row) => {
  const row = frameworkRows.find((one) => one.project === project);
  if (row === undefined) throw new Error(`no project ${project}`);
  return row;
};

/** Data is nobody's to take back. */
async function filesOf({ folder }: Project): Promise<Record<string, string>> {
  const files = Object.entries(await treeOf(folder));
  return Object.fromEntries(files.filter(([file]) => !file.startsWith("auth.db")));
}

/** @returns when the administrator had found the user */
async function walkThrough(
  row: Row,
  project: Project,
  app: BuiltApp,
  contexts: BrowserContext[],
  hasScript: boolean,
): Promise<number> {
  const opened = async () => {
    const context = await browser.newContext({ javaScriptEnabled: hasScript });
    contexts.push(context);
    return PluginUser.in(context, app, false, hasScript);
  };
  const host = hasScript ? "example.com" : "example.org";
  const people: People = await signUpPeople([await opened(), await opened()], host, row.hasFactor);
  await obey(project, [["users", "grant", people.root.email]]);
  await findUser(people);
  const found = Date.now();
  await banAndUnban(people);
  await seeTheAppAs(people);
  await removeFactor(people);
  return found;
}

/** No finding but hints. */
async function isSound({ folder }: Project, { env, url }: BuiltApp): Promise<void> {
  const doctor = await run(installedCommand("auth"), ["doctor", "--url", url, "--json"], {
    cwd: folder,
    env,
  });
  const { result } = JSON.parse(doctor.stdout) as {
    result: { findings: readonly { code: string; level: string }[] };
  };
  expect(
    result.findings.filter(({ level }) => level !== "hint"),
    doctor.stdout,
  ).toEqual([]);
  expect(doctor.code, doctor.stderr).toBe(0);
}

const passed: Record<string, PassedOffice> = {};

describe.each(rows)("$title", { timeout: 1_200_000 }, (row) => {
  test("a back office by commands alone, and back", async () => {
    const contexts: BrowserContext[] = [];
    const project = await frameworkRow(row).make();
    let app: BuiltApp | undefined;
    try {
      const before = await filesOf(project);
      const began = Date.now();
      const seconds = (until = Date.now()) => Math.round((until - began) / 1000);
      await obey(project, commandsOf(row));
      await obey(project, [["db", "migrate"]]);
      const commanded = seconds();
      app = await startBuiltApp(project, frameworkRow(row));
      const found = seconds(await walkThrough(row, project, app, contexts, true));
      await walkThrough(row, project, app, contexts, false);
      await isSound(project, app);
      await app.close();
      const after = await filesOf(project);
      await obey(project, commandsOf(row));
      expect(await filesOf(project)).toEqual(after);
      for (const _ of commandsOf(row)) await obey(project, [["undo"]]);
      // Nothing was there but what the commands have written.
      expect(await filesOf(project)).toEqual(before);
      console.log(`${row.title}: commands ${commanded} s, first user ${found} s, all ${seconds()} s`);
      passed[row.title] = { commanded, found, commit };
    } catch (error) {
      const pages = contexts.flatMap((context) => context.pages());
      const texts = pages.map(
        async (page) => `${page.url()}: ${(await page.textContent("body"))?.slice(0, 300)}`,
      );
      const seen = await Promise.all(texts);
      throw new Error(`${String(error)}\n${seen.join("\n")}\n${app?.output() ?? ""}`, { cause: error });
    } finally {
      for (const context of contexts) await context.close();
      await app?.close();
      await project.dispose();
    }
  });
});

const isWriting = process.env["AUTHWRIGHT_WRITE"] === "1";
test.skipIf(!isWriting)(
  `docs/plugins/admin.md is written${isWriting ? "" : " (skipped: only with AUTHWRIGHT_WRITE=1)"}`,
  () => {
    backOffices.write(passed);
    expect(Object.keys(passed)).toEqual(rows.map(({ title }) => title));
  },
);
