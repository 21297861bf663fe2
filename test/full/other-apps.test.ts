/**
 * Small apps of kinds that the examples are not, each with routes and tests of its own: what they did before
 * `auth init`, `protect`, `test init` and `undo` they do behind each of them.
 *
 * npm run test:full -- --only other-apps
 */
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { cp, rename } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { temporaryFolder, treeOf } from "../support/project.js";
import {
  answerOf,
  answersOf,
  findingsIn,
  hostOfSignIn,
  installAll,
  must,
  running,
  tried,
  wrongGuards,
} from "./other-apps/app.js";
import { type Kind, kinds, placeOf } from "./other-apps/kinds.js";

const fixtures = path.join(projectRoot, "test/fixtures/other-apps");

/** One folder of packages for all whose apps do not have their own. */
let packages: string;
const disposals: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const apps = kinds
    .filter(({ isBundled }) => isBundled !== true)
    .map((kind) => path.join(fixtures, placeOf(kind)));
  packages = await installAll(await made("other apps"), apps);
});
afterAll(() => Promise.all(disposals.map((dispose) => dispose())));

async function made(name: string): Promise<string> {
  const { folder, dispose } = await temporaryFolder(name);
  disposals.push(dispose);
  return folder;
}

/** The whole project, and the folder of its server. */
async function copyOf(kind: Kind): Promise<{ whole: string; folder: string }> {
  const whole = await made(kind.name);
  await cp(path.join(fixtures, kind.name), whole, { recursive: true });
  const folder = path.join(whole, kind.server ?? "");
  const own = path.join(folder, "node_modules");
  const app = path.join(fixtures, placeOf(kind));
  if (kind.isBundled) await rename(await installAll(await made(`${kind.name} packages`), [app]), own);
  else symlinkSync(packages, own, "junction");
  return { whole, folder };
}

describe.each(kinds)("$name", { timeout: 600_000 }, (kind) => {
  test("does behind each command what it did before", async () => {
    const { whole, folder } = await copyOf(kind);
    const before = await treeOf(whole);
    const routes = [...kind.routes, ...kind.guarded];
    const answered = await tried(kind, folder, (url) => answersOf(url, routes));

    const said = await must(folder, "init", "--yes", "--no-install", "--provider", "github");
    expect(said).toContain(kind.says);
    await tried(kind, folder, async (url) => {
      expect(await answersOf(url, routes)).toEqual(answered);
      expect(await answerOf(url, `GET ${kind.base}/session`)).toEqual({ status: 200, text: "null" });
      expect((await answerOf(url, "GET /sign-in")).status).toBe(200);
      expect(await hostOfSignIn(url, kind.base)).toBe("github.com");
    });

    await must(folder, "protect", kind.protect, "--yes");
    await tried(kind, folder, async (url) => {
      const after = await answersOf(url, kind.routes);
      expect(after).toEqual(Object.fromEntries(kind.routes.map((route) => [route, answered[route]])));
      const statuses = Object.values(await answersOf(url, kind.guarded)).map(({ status }) => status);
      expect(statuses).toEqual(kind.guarded.map(() => 401));
    });

    const next = await must(folder, "test", "init", "--yes", "--no-install");
    expect(next).toContain(`Start the app, then: ${kind.guardCommand}`);
    expect(readFileSync(path.join(folder, kind.guardTests), "utf8")).toContain(kind.guardRow);
    const wrong = await running(kind, folder, (url) => wrongGuards(folder, kind.guardCommand, url));
    expect(wrong).toEqual([]);
    expect(await findingsIn(folder)).toEqual(kind.findings);

    for (const _ of ["test init", "protect", "init"]) await must(folder, "undo", "--yes");
    rmSync(path.join(folder, "node_modules"), { recursive: true });
    expect(await treeOf(whole)).toEqual(before);
  });
});
