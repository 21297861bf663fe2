/**
 * Each example as its README says, from a clone of this commit with nothing in it: what is committed is tried.
 * The line for the repository, which is the first of all of them, is run once; then each example is installed and
 * started, and somebody signs in and out.
 *
 * npm run test:full -- --only examples --shard 1/3
 */
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ids } from "../../scripts/examples.mjs";
import { projectRoot } from "../architecture/source-tree.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, mustRun } from "../support/process.js";
import { npm, npx, temporaryFolder } from "../support/project.js";
import { shardOf } from "./crossings/shard.js";
import { fromNpm, linesOf, preparation, scriptsOf, type Started, typeIn } from "./examples/read-me.js";
import { type Visit, walks } from "./examples/walks.js";

const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);
const only = process.env["AUTHWRIGHT_EXAMPLES"]?.split(",");
const mine = ids.filter((id, at) => only?.includes(id) ?? at % shard.of === shard.number - 1);

/** What it does before it is deployed; with TypeScript its types are checked too. */
async function build(cwd: string): Promise<boolean> {
  const scripts = await scriptsOf(cwd);
  if (scripts["build"] !== undefined) await mustRun(npm, ["run", "build"], { cwd, env: cleanEnv(fromNpm) });
  return scripts["build"] !== undefined;
}

/** At the simulated provider: takes somebody, and says who it is. */
async function choosePerson(page: Page, at = 0): Promise<string> {
  await page.waitForURL(/127\.0\.0\.1/);
  const person = page.locator("button[name=person]").nth(at);
  const who = (await person.locator("span").last().textContent())?.trim() ?? "";
  expect(who).not.toBe("");
  await person.click();
  return who;
}

const secondsFrom = (began: number, ended = Date.now()) => `${((ended - began) / 1000).toFixed(1)} s`;

let clone: Awaited<ReturnType<typeof temporaryFolder>>;
let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
  clone = await temporaryFolder("clone");
  await mustRun("git", ["clone", "--quiet", projectRoot, clone.folder], { cwd: clone.folder });
  const took: string[] = [];
  for (const line of preparation.split(" && ")) {
    const began = Date.now();
    await mustRun(npm, line.split(" ").slice(1), { cwd: clone.folder });
    took.push(`${line} ${secondsFrom(began)}`);
  }
  console.log(`the repository: ${took.join(", ")}`);
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await clone?.dispose();
});

test.each(mine)("%s: signed in and out, as its README says", { timeout: 600_000 }, async (id) => {
  const walk = walks[id];
  if (walk === undefined) throw new Error(`test/full/examples/walks.ts has no walk for ${id}`);
  const servers: Started[] = [];
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  const cwd = path.join(clone.folder, "examples", id);
  const printed = () => servers.map(({ output }) => output()).join("\n");
  try {
    const [first, second, ...lines] = await linesOf(path.join(cwd, "README.md"));
    expect([first, second]).toEqual([preparation, `cd examples/${id}`]);
    const began = Date.now();
    await typeIn(cwd, lines, servers);
    const started = Date.now();
    const urls = servers.map(({ url }) => url);
    const auth: Visit["auth"] = (line, env) =>
      mustRun(npx, ["auth", ...line.split(" ")], { cwd, env: cleanEnv(env) });
    const page = await context.newPage();
    await walk({ page, url: urls.at(-1) ?? "", urls, printed, auth, choosePerson });
    const walked = Date.now();
    for (const server of servers) await server.stop();
    const isBuilt = await build(cwd);
    const built = isBuilt ? `built in ${secondsFrom(walked)}` : "nothing to build";
    console.log(
      `${id}: running after ${secondsFrom(began, started)}, walked in ${secondsFrom(started, walked)}, ${built}`,
    );
  } catch (error) {
    throw new Error(`${String(error)}\n${printed()}`, { cause: error });
  } finally {
    await context.close();
    for (const server of servers) await server.stop();
  }
});
