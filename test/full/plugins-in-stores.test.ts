/**
 * All that users do with the plugins, in apps that commands have made: frameworks, stores, both kinds of sessions.
 *
 * npm run test:full -- --only plugins-in-stores
 * AUTHWRIGHT_WRITE=1 writes the rows that passed into docs/plugins/README.md; AUTHWRIGHT_ROWS="Next.js, Postgres" tries
 * those rows that begin with this.
 */
import { execFileSync } from "node:child_process";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answers } from "../adapters/servers.js";
import { projectRoot } from "../architecture/source-tree.js";
import { type CommandedApp, startCommandedApp } from "../e2e/commanded-app.js";
import { rows as frameworkRows, type Sessions } from "../e2e/framework-matrix.js";
import { walkedApps } from "../e2e/plugin-results.js";
import { PluginUser } from "../e2e/plugin-user.js";
import * as steps from "../e2e/plugin-walk.js";
import { auth } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { addOrders, type Framework } from "./plugins-in-stores/pages.js";
import { disposeTools, stores } from "./plugins-in-stores/stores.js";

const frameworks: readonly { id: Framework; name: string; project: string; source: string }[] = [
  { id: "next", name: "Next.js", project: "create-next-app 16.4.3 app ts", source: "" },
  { id: "express", name: "Express", project: "express-esm-ts", source: "src" },
  { id: "hono", name: "Hono", project: "hono-ts", source: "src" },
];

const kinds: readonly Sessions[] = ["jwt", "database"];
const asked = process.env["AUTHWRIGHT_ROWS"] ?? "";
const rows = frameworks
  .flatMap((framework) => stores.map((store) => ({ framework, store })))
  .flatMap((row) =>
    kinds.map((session) => ({
      ...row,
      session,
      title: `${row.framework.name}, ${row.store.name}, ${session}`,
    })),
  )
  .filter(({ title }) => title.startsWith(asked));
type Row = (typeof rows)[number];

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

/** Commands alone make the app; the tools of the store make its tables. */
async function makeApp({ framework, store, session }: Row, url: string | undefined) {
  const row = frameworkRows.find(({ project }) => project === framework.project);
  if (row === undefined) throw new Error(`no project ${framework.project}`);
  const made = await row.make();
  const env = (extra: Record<string, string> = {}) =>
    made.env({ ...(url !== undefined && { DATABASE_URL: url }), ...extra });
  const project = { ...made, env, source: framework.source };
  await addOrders(made.folder, framework.id);
  await store.prepare?.(project);
  for (const command of [
    ["init", "--provider", "github"],
    ["add-adapter", ...store.adapter, "--session", session],
    ["add-plugin", "password", "two-factor", "account"],
    ["protect", "/orders", "--factor", "two-factor", "--max-age", "300"],
  ]) {
    const { code, stdout, stderr } = await auth(made.folder, ...command, "--yes");
    expect(code, `${command.join(" ")}\n${stdout}${stderr}`).toBe(0);
  }
  await store.makeTables?.(project, url ?? "");
  return { ...project, basePath: row.basePath ?? "/auth" };
}

async function walkThrough(app: CommandedApp, contexts: BrowserContext[]): Promise<void> {
  const open = async () => {
    const context = await browser.newContext();
    contexts.push(context);
    return PluginUser.in(context, app);
  };
  const walk = steps.walkOf(await open(), await open());
  for (const step of [
    steps.signUp,
    steps.setUpFactor,
    steps.signInByCode,
    steps.signInTrusted,
    (one: steps.Walk) => steps.showFactorAgain(one, `${app.url}/orders`, "Orders"),
    steps.signInByRecoveryCode,
    // In a session without the factor: what showed it lately is not asked again.
    steps.signInTrusted,
    steps.linkAccount,
    steps.useAccountPage,
    steps.unlinkAccount,
    steps.changePassword,
    steps.changeAddress,
    steps.resetPassword,
    steps.switchFactorOff,
    ({ phone, email, passwords }: steps.Walk) => steps.deleteAccount(phone, email, passwords[2]),
  ])
    await step(walk);
  await steps.keepLastWayIn(await open());
}

const passed: { title: string; seconds: number; commit: string }[] = [];

describe.each(rows)("$title", { timeout: 1_200_000 }, (row) => {
  const skipped = row.store.name.includes("Postgres") && !hasPostgres;
  test.skipIf(skipped)(
    `from sign-up to deletion${skipped ? " (skipped: no server on 127.0.0.1:5432)" : ""}`,
    async () => {
      const began = Date.now();
      const database = await row.store.open();
      const contexts: BrowserContext[] = [];
      let project: Awaited<ReturnType<typeof makeApp>> | undefined;
      let app: CommandedApp | undefined;
      try {
        project = await makeApp(row, database.url);
        app = await startCommandedApp(project);
        await expect(walkThrough(app, contexts)).resolves.toBeUndefined();
        const seconds = Math.round((Date.now() - began) / 1000);
        console.log(`${row.title}: ${seconds} s`);
        passed.push({ title: row.title, seconds, commit });
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
    },
  );
});

const isWriting = process.env["AUTHWRIGHT_WRITE"] === "1";
test.skipIf(!isWriting)(
  `docs/plugins/README.md is written${isWriting ? "" : " (skipped: only with AUTHWRIGHT_WRITE=1)"}`,
  () => {
    walkedApps.write(Object.fromEntries(passed.map(({ title, ...result }) => [title, result])));
    expect(passed.map(({ title }) => title)).toEqual(rows.map(({ title }) => title));
  },
);
