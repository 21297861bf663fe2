/**
 * `auth init` in a small project of each framework: test/e2e/framework-matrix.ts says what is tried.
 *
 * npm run test:full -- --only frameworks
 * AUTHWRIGHT_WRITE=1 writes the rows that were tried whole into docs/frameworks/README.md; AUTHWRIGHT_ROWS=koa tries
 * those rows whose project has this in its name.
 */
import { execFileSync } from "node:child_process";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import {
  type Project,
  rows,
  type Sessions,
  sessionsOf,
  tryFramework,
  versionIn,
} from "../e2e/framework-matrix.js";
import { type TriedRow, writeTried } from "../e2e/framework-results.js";
import { launchBrowser } from "../support/chromium.js";
import { treeOf } from "../support/project.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const commit = execFileSync("git", ["-C", projectRoot, "rev-parse", "--short", "HEAD"], {
  encoding: "utf8",
}).trim();
const asked = process.env["AUTHWRIGHT_ROWS"] ?? "";
const chosen = rows.filter(({ project }) => project.includes(asked));
const tried: TriedRow[] = [];

describe.each(chosen)("$framework, $project", { timeout: 900_000 }, (row) => {
  let project: Project;
  let before: Record<string, string>;
  let began = 0;
  const finished: Sessions[] = [];

  beforeAll(async () => {
    began = Date.now();
    project = await row.make();
    before = await treeOf(project.folder);
  }, 600_000);
  afterAll(async () => {
    if (project === undefined) return;
    const version = await versionIn(project.folder, row.versionOf);
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`${row.project} ${version}: ${finished.join(", ") || "nothing"} in ${seconds} s`);
    if (finished.length === sessionsOf(row).length) tried.push({ row, version, seconds, commit });
    await project.dispose();
  });

  test.each(sessionsOf(row))("sessions: %s", async (session) => {
    await tryFramework(browser, row, project, session);
    expect(await treeOf(project.folder)).toEqual(before);
    finished.push(session);
  });
});

const isWriting = process.env["AUTHWRIGHT_WRITE"] === "1";
test.skipIf(!isWriting)(
  `docs/frameworks/README.md is written${isWriting ? "" : " (skipped: only with AUTHWRIGHT_WRITE=1)"}`,
  async () => {
    await writeTried(tried);
    expect(tried.map(({ row }) => row.project)).toEqual(chosen.map(({ project }) => project));
  },
);
