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
import { projectRoot } from "../architecture/source-tree.js";
import { launchBrowser } from "../support/browser.js";
import { cleanEnv, freePort, mustRun, type Server, startServer } from "../support/process.js";
import { npm, npx, tarball, temporaryFolder } from "../support/project.js";
import { shardOf } from "./crossings/shard.js";
import { walks } from "./examples/walks.js";

const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);
const mine = ids.filter((_, at) => at % shard.of === shard.number - 1);

interface Started extends Server {
  readonly url: string;
}

/** The lines that somebody types in the folder of the example. */
async function linesOf(readme: string): Promise<string[]> {
  const blocks = (await readFile(readme, "utf8")).matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  const lines = [...blocks].flatMap(([, code = ""]) => code.trim().split("\n"));
  return lines
    .map((line) => line.replace(/ +#.*$/, ""))
    .filter((line) => !/^(?:npm ci && |cd examples\/)/.test(line));
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

const scriptsOf = async (cwd: string) =>
  (JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8")) as Manifest).scripts;

/** Does what the README says; what does not end is a server, each at a port of its own. */
async function start(cwd: string, lines: readonly string[], servers: Started[]): Promise<void> {
  const port = await freePort();
  const env = cleanEnv({ PORT: String(port), npm_config_prefer_offline: "true" });
  const serve = async (args: readonly string[], at: number) => {
    const url = `http://localhost:${at}`;
    servers.push({ ...(await startServer(npx, args, { cwd, env, url })), url });
  };
  const { dev = "", web = "" } = await scriptsOf(cwd);
  for (const line of lines) {
    const [command = "", ...args] = line.split(" ");
    if (line === "npx auth dev") await serve(["auth", "dev", ...withPort(dev, port)], port);
    else if (line === "npm run web") {
      const webPort = await freePort();
      await serve([...web.split(" "), "--port", String(webPort)], webPort);
    } else await mustRun(command, args, { cwd, env });
  }
}

/** Servers of frameworks take their port as an argument, those of examples from PORT. */
const withPort = (script: string, port: number): readonly string[] =>
  /^(?:vite|nuxt|next|wrangler) /.test(script)
    ? ["--", npx, ...script.split(" "), "--port", String(port)]
    : [];

/** As `npm pack` names the package in the folder of the repository. */
async function packedName(): Promise<string> {
  const manifest = await readFile(path.join(projectRoot, "package.json"), "utf8");
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  return `${name}-${version}.tgz`;
}

/** What it does before it is deployed; with TypeScript its types are checked too. */
async function build(cwd: string): Promise<boolean> {
  const scripts = await scriptsOf(cwd);
  if (scripts["build"] !== undefined) await mustRun(npm, ["run", "build"], { cwd });
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

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

test.each(mine)("%s: signed in and out, as its README says", { timeout: 600_000 }, async (id) => {
  const walk = walks[id];
  if (walk === undefined) throw new Error(`test/full/examples/walks.ts has no walk for ${id}`);
  const clone = await temporaryFolder(id);
  const began = Date.now();
  const servers: Started[] = [];
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  try {
    const isOwn = (file: string) =>
      /^(?:own|node_modules|package-lock\.json)$/.test(path.relative(path.join(folder, id), file));
    const cwd = path.join(clone.folder, "examples", id);
    await cp(path.join(folder, id), cwd, { recursive: true, filter: (file) => !isOwn(file) });
    await cp(tarball, path.join(clone.folder, await packedName()));
    await mustRun("git", ["init", "-q"], { cwd: clone.folder });
    const lines = await linesOf(path.join(folder, id, "README.md"));
    await start(cwd, lines, servers);
    const started = Date.now();
    const { url = "" } = servers.at(-1) ?? {};
    await walk({ page: await context.newPage(), url, choosePerson });
    const walked = Date.now();
    for (const server of servers) await server.stop();
    const isBuilt = await build(cwd);
    const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
    console.log(
      `${id}: running after ${seconds(began, started)} s, walked in ${seconds(started, walked)} s, ${isBuilt ? `built in ${seconds(walked, Date.now())} s` : "nothing to build"}`,
    );
  } catch (error) {
    throw new Error([String(error), ...servers.map(({ output }) => output())].join("\n"), { cause: error });
  } finally {
    await context.close();
    for (const server of servers) await server.stop();
    await clone.dispose();
  }
});
