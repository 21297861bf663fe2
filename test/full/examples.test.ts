/**
 * Each example as its README says: installed with the package of this commit, started, and somebody signs in and out.
 *
 * npm run test:full -- --only examples --shard 1/3
 */
import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folder, ids } from "../../scripts/examples.mjs";
import { launchBrowser } from "../support/browser.js";
import { cleanEnv, freePort, mustRun, type Server, startServer } from "../support/process.js";
import { installTarball, npm, npx, temporaryFolder } from "../support/project.js";
import { shardOf } from "./crossings/shard.js";
import { walks } from "./examples/walks.js";

const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);
const mine = ids.filter((_, at) => at % shard.of === shard.number - 1);

/** The lines that somebody types in the folder of the example. */
async function linesOf(readme: string): Promise<string[]> {
  const blocks = (await readFile(readme, "utf8")).matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  const lines = [...blocks].flatMap(([, code = ""]) => code.trim().split("\n"));
  return lines
    .map((line) => line.replace(/ +#.*$/, ""))
    .filter((line) => !/^(?:npm ci && |cd examples\/)/.test(line));
}

/** Does what the README says; what does not end is a server. */
async function start(
  cwd: string,
  lines: readonly string[],
  port: number,
  webPort: number,
): Promise<Server[]> {
  const servers: Server[] = [];
  const env = cleanEnv({ PORT: String(port) });
  for (const line of lines) {
    const [command = "", ...args] = line === "npx auth dev" ? [npx, "auth", "dev"] : line.split(" ");
    if (line === "npm install ../../authwright-0.1.0.tgz") await installTarball(cwd);
    else if (line === "npx auth dev")
      servers.push(await startServer(command, args, { cwd, env, url: `http://localhost:${port}` }));
    else if (line === "npm run web")
      servers.push(
        await startServer(command, [...args, "--", "--port", String(webPort)], {
          cwd,
          env,
          url: `http://localhost:${webPort}`,
        }),
      );
    else await mustRun(command, args, { cwd, env });
  }
  return servers;
}

/** What it does before it is deployed; with TypeScript its types are checked too. */
async function build(cwd: string): Promise<boolean> {
  const { scripts } = JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  if (scripts["build"] !== undefined) await mustRun(npm, ["run", "build"], { cwd });
  return scripts["build"] !== undefined;
}

/** At the simulated provider: takes the first person, and says who it is. */
async function choosePerson(page: Page): Promise<string> {
  await page.waitForURL(/127\.0\.0\.1/);
  const person = page.locator("button[name=person]").first();
  const who = (await person.locator("span").last().textContent())?.trim() ?? "";
  expect(who).not.toBe("");
  await person.click();
  return who;
}

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

test.each(mine)("%s: signed in and out, as its README says", { timeout: 600_000 }, async (id) => {
  const walk = walks[id];
  if (walk === undefined) throw new Error(`test/full/examples/walks.ts has no walk for ${id}`);
  const project = await temporaryFolder(id);
  const began = Date.now();
  const servers: Server[] = [];
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  try {
    const isOwn = (file: string) =>
      /^(?:own|node_modules|package-lock\.json)$/.test(path.relative(path.join(folder, id), file));
    await cp(path.join(folder, id), project.folder, { recursive: true, filter: (file) => !isOwn(file) });
    const lines = await linesOf(path.join(folder, id, "README.md"));
    const [port, webPort] = [await freePort(), await freePort()];
    servers.push(...(await start(project.folder, lines, port, webPort)));
    const started = Date.now();
    const url = `http://localhost:${servers.length > 1 ? webPort : port}`;
    await walk({ page: await context.newPage(), url, choosePerson });
    const walked = Date.now();
    for (const server of servers) await server.stop();
    const isBuilt = await build(project.folder);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    console.log(
      `${id}: running after ${seconds(began, started)} s, walked in ${seconds(started, walked)} s, ${isBuilt ? `built in ${seconds(walked, Date.now())} s` : "nothing to build"}`,
    );
  } catch (error) {
    throw new Error([String(error), ...servers.map(({ output }) => output())].join("\n"), { cause: error });
  } finally {
    await context.close();
    for (const server of servers) await server.stop();
    await project.dispose();
  }
});
