/**
 * From an empty project to a team, with no line written by hand but the routes of the app itself: created, somebody
 * without an account invited, joined in one step, guarded, removed; in a browser with JavaScript and in one without.
 *
 * npm run test:full -- --only teams-by-command --shard 1/3
 * AUTHWRIGHT_WRITE=1 writes the rows that passed into docs/plugins/organizations.md; AUTHWRIGHT_ROWS="Next.js, Postgres"
 * tries those rows that begin with this.
 */
import { execFileSync } from "node:child_process";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";
import { type BuiltApp, startBuiltApp } from "../e2e/built-app.js";
import { type Project, rows as frameworkRows, type Sessions } from "../e2e/framework-matrix.js";
import { type PassedTeam, teams } from "../e2e/plugin-results.js";
import { PluginUser } from "../e2e/plugin-user.js";
import { signUp, walkOf } from "../e2e/plugin-walk.js";
import { createTeam, invite, join, removeMember, visit } from "../e2e/team-walk.js";
import { auth } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { run } from "../support/process.js";
import { installedCommand, treeOf } from "../support/project.js";
import { shardOf } from "./crossings/shard.js";
import { countLines, writeByHand } from "./everyday/job.js";
import { disposeTools, type EmptyProject, stores } from "./plugins-in-stores/stores.js";
import { type Framework, ownRoutes, ownRoutesOf } from "./teams-by-command/own-routes.js";

const frameworks: readonly {
  readonly id: Framework;
  readonly name: string;
  readonly project: string;
  readonly source: string;
  /** Of the app's own routes. */
  readonly lines: number;
}[] = [
  { id: "next", name: "Next.js", project: "create-next-app 16.4.3 app ts", source: "", lines: 9 },
  { id: "express", name: "Express", project: "express-esm-ts", source: "src", lines: 3 },
  { id: "sveltekit", name: "SvelteKit", project: "sveltekit-ts", source: "src", lines: 3 },
  { id: "hono", name: "Hono", project: "hono-ts", source: "src", lines: 3 },
];

const kinds: readonly Sessions[] = ["jwt", "database"];
const asked = process.env["AUTHWRIGHT_ROWS"] ?? "";
const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);

/** Each pair of framework, store and kind of sessions is in one of them. */
const rows = frameworks
  .flatMap((framework, at) =>
    stores.map((store, next) => ({ framework, store, session: kinds[(at + next) % 2] ?? "jwt" })),
  )
  .map((row) => ({ ...row, title: `${row.framework.name}, ${row.store.name}, ${row.session}` }))
  .filter(({ title }) => title.startsWith(asked))
  .filter((_row, at) => at % shard.of === shard.number - 1);
type Row = (typeof rows)[number];

/** All that is done to the project. The tools of Prisma and Drizzle make their tables afterwards. */
const commandsOf = ({ store, session }: Row) => [
  ["init", "--plugin", "password,organizations", "--session", session].concat(
    store.name === "SQLite" ? [] : ["--adapter", ...store.adapter],
  ),
  ["protect", "/teams/:team", "/files/:team", "--organization", "team"],
  ["protect", "/billing/:team", "--organization", "team"].concat(
    session === "jwt" ? ["--role", "owner"] : ["--can", "member:remove"],
  ),
];

async function obey(folder: string, commands: readonly (readonly string[])[]): Promise<void> {
  for (const command of commands) {
    const { code, stdout, stderr } = await auth(folder, ...command, "--yes");
    expect(code, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
  }
}

let browser: Browser;
const commit = execFileSync("git", ["-C", projectRoot, "rev-parse", "--short", "HEAD"], {
  encoding: "utf8",
}).trim();
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(async () => {
  await browser?.close();
  await disposeTools();
});
const hasPostgres = await answers(5432);
const isOldNode = Number(process.versions.node.split(".")[0]) < 22;

/** Why a row cannot be tried on this machine. */
function lackFor({ framework, store }: Row): string | undefined {
  if (store.name.includes("Postgres") && !hasPostgres) return "no server on 127.0.0.1:5432";
  // Its .npmrc is strict about engines, and a package below Prisma names a newer one.
  if (framework.id === "sveltekit" && store.name.includes("Prisma") && isOldNode)
    return "this project takes Prisma from Node.js 22 on";
  return undefined;
}

const frameworkRow = ({ framework }: Row) => {
  const row = frameworkRows.find(({ project }) => project === framework.project);
  if (row === undefined) throw new Error(`no project ${framework.project}`);
  return row;
};

/** A project before its first command, but for what `prepare` gives it. */
async function makeProject(row: Row, url: string | undefined) {
  const made = await frameworkRow(row).make();
  const env = (extra: Record<string, string> = {}) =>
    made.env({ ...(url !== undefined && { DATABASE_URL: url }), ...extra });
  return { ...made, env, source: row.framework.source };
}

/** The app's own routes, and what it has of its store. */
async function prepare({ framework, store }: Row, project: EmptyProject): Promise<void> {
  for (const route of ownRoutesOf(framework.id)) await writeByHand(project.folder, route);
  await store.prepare?.(project);
}

/** Data and what is generated for the store are nobody's to take back. */
async function filesOf({ folder }: Project): Promise<Record<string, string>> {
  const files = Object.entries(await treeOf(folder));
  return Object.fromEntries(files.filter(([file]) => !/^auth\.db|(?:^|\/)generated\//.test(file)));
}

/** What each route answers at this moment. */
async function guardsFor({ page }: PluginUser, url: string, slug: string) {
  const seen = [];
  for (const { part, heading } of ownRoutes) seen.push(await visit(page, `${url}/${part}/${slug}`, heading));
  return seen;
}

const open = { status: 200, isServed: true };
const refused = (status: number) => ({ status, isServed: false });
/** A page of Next.js below `<Suspense>` has sent its status before the guard is asked. */
const refusedPage = ({ framework }: Row) => refused(framework.id === "next" ? 200 : 404);

/** What Next.js shows in place of a page whose status it has sent. */
async function seesNotFound({ page }: PluginUser, address: string) {
  await page.goto(address);
  await page.getByText("404").first().waitFor();
}

/** @returns when somebody without an account had joined */
async function walkThrough(
  row: Row,
  app: BuiltApp,
  contexts: BrowserContext[],
  hasScript: boolean,
): Promise<number> {
  const opened = async () => {
    const context = await browser.newContext({ javaScriptEnabled: hasScript });
    contexts.push(context);
    return PluginUser.in(context, app, false, hasScript);
  };
  const signedUp = async (email: string) => {
    const user = await opened();
    await signUp({ ...walkOf(user, user), email });
    return user;
  };
  const [host, name, slug] = hasScript ? ["example.com", "Acme", "acme"] : ["example.org", "Umbra", "umbra"];
  const address = `eve@${host}`;
  const guards = (user: PluginUser) => guardsFor(user, app.url, slug);
  const outside = [refusedPage(row), refused(404), refused(404)];

  const ada = await signedUp(`ada@${host}`);
  await ada.page.goto(`${app.url}/organizations`);
  await ada.follow("New organization");
  await createTeam(ada.page, name, slug);
  await invite(ada.page, address, "member");
  const eve = await opened();
  await guards(eve);
  expect(new URL(eve.page.url()).pathname).toBe("/sign-in");
  await join(eve.page, await app.mailLink(new RegExp(`^You are invited to ${name}`), address), name);
  expect(await eve.who()).toBe(address);
  const joined = Date.now();

  expect(await guards(ada)).toEqual([open, open, open]);
  expect(await guards(eve)).toEqual([open, open, refused(403)]);
  expect(await guards(await signedUp(`mallory@${host}`))).toEqual(outside);
  await ada.page.goto(`${app.url}/organizations/${slug}`);
  await removeMember(ada.page, address);
  expect(await guards(eve)).toEqual(outside);
  if (hasScript && row.framework.id === "next") await seesNotFound(eve, `${app.url}/teams/${slug}`);
  expect(await guards(ada)).toEqual([open, open, open]);
  return joined;
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

const passed: Record<string, PassedTeam> = {};

describe.each(rows)("$title", { timeout: 1_200_000 }, (row) => {
  const lack = lackFor(row);
  test.skipIf(lack)(`a team by commands alone, and back${lack ? ` (skipped: ${lack})` : ""}`, async () => {
    const database = await row.store.open();
    const contexts: BrowserContext[] = [];
    let project: Awaited<ReturnType<typeof makeProject>> | undefined;
    let app: BuiltApp | undefined;
    try {
      project = await makeProject(row, database.url);
      await prepare(row, project);
      const before = await filesOf(project);
      const began = Date.now();
      const seconds = (until = Date.now()) => Math.round((until - began) / 1000);
      await obey(project.folder, commandsOf(row));
      const commanded = seconds();
      await row.store.makeTables?.(project, database.url ?? "");
      app = await startBuiltApp(project, frameworkRow(row));
      const joined = seconds(await walkThrough(row, app, contexts, true));
      await walkThrough(row, app, contexts, false);
      await isSound(project, app);
      await app.close();
      const after = await filesOf(project);
      await obey(project.folder, commandsOf(row));
      expect(await filesOf(project)).toEqual(after);
      for (const _ of commandsOf(row)) await obey(project.folder, [["undo"]]);
      expect(await filesOf(project)).toEqual(before);
      console.log(`${row.title}: commands ${commanded} s, first member ${joined} s, all ${seconds()} s`);
      passed[row.title] = { commanded, joined, commit };
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
      await project?.dispose();
      await database.drop();
    }
  });
});

test.each(frameworks)("$name: the app's own routes have $lines lines", ({ id, lines }) => {
  expect(countLines({ name: "", byHand: ownRoutesOf(id) })).toBe(lines);
});

const isWriting = process.env["AUTHWRIGHT_WRITE"] === "1";
test.skipIf(!isWriting)(
  `docs/plugins/organizations.md is written${isWriting ? "" : " (skipped: only with AUTHWRIGHT_WRITE=1)"}`,
  () => {
    teams.write(passed);
    const tried = rows.filter((row) => lackFor(row) === undefined);
    expect(Object.keys(passed)).toEqual(tried.map(({ title }) => title));
  },
);
