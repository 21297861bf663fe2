/**
 * Small apps of kinds that the examples are not, each with routes and tests of its own: what they did before
 * `auth init`, `protect`, `test init` and `undo` they do behind each of them.
 * SvelteKit and Nuxt have groups of their own, `sveltekit` and `nuxt`.
 *
 * npm run test:full -- --only other-apps
 */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { auth } from "../e2e/walk.js";
import { cleanEnv, freePort, mustRun, run, startServer } from "../support/process.js";
import { installTarball, npm, npx, temporaryFolder, treeOf } from "../support/project.js";
import { type Kind, kinds, placeOf } from "./other-apps/kinds.js";

const fixtures = path.join(projectRoot, "test/fixtures/other-apps");

/** One folder of packages for all of them. */
let packages: string;
const disposals: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const folder = await made("other apps");
  const dependencies = Object.assign({}, ...kinds.map(dependenciesOf)) as Record<string, string>;
  // More packages than all others; the compiler builds as well.
  delete dependencies["@nestjs/cli"];
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await installTarball(folder);
  packages = path.join(folder, "node_modules");
});
afterAll(() => Promise.all(disposals.map((dispose) => dispose())));

async function made(name: string): Promise<string> {
  const { folder, dispose } = await temporaryFolder(name);
  disposals.push(dispose);
  return folder;
}

function dependenciesOf(kind: Kind): Record<string, string> {
  const text = readFileSync(path.join(fixtures, placeOf(kind), "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  return { ...dependencies, ...devDependencies };
}

/** The whole project, and the folder of its server. */
async function copyOf(kind: Kind): Promise<{ whole: string; folder: string }> {
  const whole = await made(kind.name);
  await cp(path.join(fixtures, kind.name), whole, { recursive: true });
  const folder = path.join(whole, kind.server ?? "");
  symlinkSync(packages, path.join(folder, "node_modules"), "junction");
  return { whole, folder };
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function answerOf(url: string, route: string): Promise<Answer> {
  const [method = "GET", address = "/"] = route.split(" ");
  const answer = await fetch(url + address, { method, redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
}

/** What routes answer, by route. */
async function answersOf(url: string, routes: readonly string[]): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const route of routes) answers[route] = await answerOf(url, route);
  return answers;
}

/** The app's own tests and its build; then what it is asked while it runs. */
async function tried<T>(kind: Kind, folder: string, ask: (url: string) => Promise<T>): Promise<T> {
  await mustRun(npm, ["test"], { cwd: folder });
  if (kind.compiles) await mustRun(npm, ["run", "build"], { cwd: folder });
  return running(kind, folder, ask);
}

async function running<T>(kind: Kind, folder: string, ask: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [command = npx, ...args] = kind.start;
  const env = cleanEnv({ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret", PORT: String(port) });
  const server = await startServer(command, args, { cwd: folder, env, url });
  try {
    return await ask(url);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** What a command prints that has to end well. */
async function must(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await auth(folder, ...args);
  expect(code, `auth ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout + stderr;
}

/** The form of the sign-in page, sent. @returns the host that it leads to */
async function hostOfSignIn(url: string, base: string): Promise<string> {
  const csrf = await fetch(`${url}${base}/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookies = csrf.headers.getSetCookie().map((one) => one.split(";")[0]);
  const answer = await fetch(`${url}${base}/signin/github`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.join("; "), origin: url },
    body: new URLSearchParams({ csrfToken }),
  });
  return new URL(answer.headers.get("location") ?? "/", url).host;
}

/** Codes of what `auth doctor` finds, but for the names of the provider, which are empty here. */
async function findingsIn(folder: string): Promise<readonly string[]> {
  const { stdout } = await auth(folder, "doctor", "--json");
  const { result } = JSON.parse(stdout) as { result: { findings: { code: string }[] } };
  return result.findings.map(({ code }) => code).filter((code) => code !== "AUTH_D_PROVIDER_ENV_EMPTY");
}

/** Rows of the test of guards that failed, among those that are filled in. */
async function wrongGuards(folder: string, command: string, url: string): Promise<readonly string[]> {
  const env = cleanEnv({ APP_URL: url, NO_COLOR: "1" });
  const { stdout, stderr } = await run("sh", ["-c", command], { cwd: folder, env });
  const said = stdout + stderr;
  expect(said).toMatch(/^# pass [1-9]|\b[1-9]\d* passed/m);
  return said.split("\n").filter((line) => /^\s*(?:not ok|×|FAIL)/.test(line) && !line.includes("gets ?"));
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
    rmSync(path.join(folder, "node_modules"));
    expect(await treeOf(whole)).toEqual(before);
  });
});
