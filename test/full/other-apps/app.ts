/** Apps of somebody else, started as their own scripts do, and what they answer. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { auth } from "../../e2e/walk.js";
import { cleanEnv, freePort, mustRun, run, startServer } from "../../support/process.js";
import { installTarball, npm, npx } from "../../support/project.js";

/** What starts an app, and whether it is built before. */
export interface Started {
  /** `npm run build` checks types, and what is started is its result where `start` says so. */
  readonly compiles: boolean;
  readonly start: readonly string[];
}

function dependenciesOf(folder: string): Record<string, string> {
  const text = readFileSync(path.join(folder, "package.json"), "utf8");
  const { dependencies, devDependencies } = JSON.parse(text) as Record<string, Record<string, string>>;
  return { ...dependencies, ...devDependencies };
}

/** Installs the packages of many apps and authwright into one folder. @returns its node_modules */
export async function installAll(folder: string, apps: readonly string[]): Promise<string> {
  const dependencies = Object.assign({}, ...apps.map(dependenciesOf)) as Record<string, string>;
  // More packages than all others; the compiler builds as well.
  delete dependencies["@nestjs/cli"];
  writeFileSync(path.join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  await installTarball(folder);
  return path.join(folder, "node_modules");
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export async function answerOf(url: string, route: string): Promise<Answer> {
  const [method = "GET", address = "/"] = route.split(" ");
  const answer = await fetch(url + address, { method, redirect: "manual" });
  return { status: answer.status, text: await answer.text() };
}

/** What routes answer, by route. */
export async function answersOf(url: string, routes: readonly string[]): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const route of routes) answers[route] = await answerOf(url, route);
  return answers;
}

/** The app's own tests, where it has some, and its build; then what it is asked while it runs. */
export async function tried<T>(app: Started, folder: string, ask: (url: string) => Promise<T>): Promise<T> {
  await mustRun(npm, ["test", "--if-present"], { cwd: folder });
  if (app.compiles) await mustRun(npm, ["run", "build"], { cwd: folder });
  return running(app, folder, ask);
}

export async function running<T>(app: Started, folder: string, ask: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [command = npx, ...args] = app.start;
  // ORIGIN: SvelteKit's server takes its own address for https without it.
  const own = { PORT: String(port), ORIGIN: url };
  const env = cleanEnv({ AUTH_GITHUB_ID: "id", AUTH_GITHUB_SECRET: "secret", ...own });
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
export async function must(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await auth(folder, ...args);
  expect(code, `auth ${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
  return stdout + stderr;
}

/** The form of the sign-in page, sent. @returns the host that it leads to */
export async function hostOfSignIn(url: string, base: string): Promise<string> {
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
export async function findingsIn(folder: string): Promise<readonly string[]> {
  const { stdout } = await auth(folder, "doctor", "--json");
  const { result } = JSON.parse(stdout) as { result: { findings: { code: string }[] } };
  return result.findings.map(({ code }) => code).filter((code) => code !== "AUTH_D_PROVIDER_ENV_EMPTY");
}

/** Rows of the test of guards that failed, among those that are filled in. */
export async function wrongGuards(folder: string, command: string, url: string): Promise<readonly string[]> {
  const env = cleanEnv({ APP_URL: url, NO_COLOR: "1" });
  const { stdout, stderr } = await run("sh", ["-c", command], { cwd: folder, env });
  const said = stdout + stderr;
  expect(said).toMatch(/^# pass [1-9]|\b[1-9]\d* passed/m);
  return said.split("\n").filter((line) => /^\s*(?:not ok|×|FAIL)/.test(line) && !line.includes("gets ?"));
}
