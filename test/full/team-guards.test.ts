/**
 * What `auth test init` writes for members of organisations, in 20 apps of ten shapes: it passes as they stand, and
 * fails, with the route by its name, once one guard is taken out.
 *
 * npm run test:full -- --only team-guards --shard 1/3
 * AUTHWRIGHT_ROWS="Next.js" tries those that begin with this.
 */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Finished, freePort, mustRun, run, startServer } from "../support/process.js";
import { cliIn, installedBase, openBase } from "./crossings/base.js";
import { type CrossedProject, projectNamed } from "./crossings/projects.js";
import { shardOf } from "./crossings/shard.js";
import { writeByHand } from "./everyday/job.js";
import { type GuardedApp, servers } from "./team-guards/apps.js";
import { fullStack } from "./team-guards/pages.js";

const shard = shardOf(process.env["AUTHWRIGHT_SHARD"]);
const asked = process.env["AUTHWRIGHT_ROWS"] ?? "";
const all = [...servers, ...fullStack];
const apps = all
  .filter(({ name }) => name.startsWith(asked))
  .filter((_app, at) => at % shard.of === shard.number - 1);

test("20 apps, two of each of ten shapes", () => expect(all).toHaveLength(20));

interface Opened {
  readonly app: GuardedApp;
  readonly project: CrossedProject;
  readonly folder: string;
  readonly env: (extra?: Record<string, string>) => Record<string, string>;
}

const node = ({ folder, env }: Opened, args: readonly string[], extra: Record<string, string> = {}) =>
  mustRun(process.execPath, [...args], { cwd: folder, env: env(extra), timeoutSeconds: 500 });

const auth = async (opened: Opened, ...words: readonly string[]): Promise<void> =>
  void (await node(opened, [cliIn(opened.folder), ...words, "--yes", "--no-install"], { CI: "1" }));

const surroundings = (url: string) => ({
  PORT: new URL(url).port,
  AUTH_URL: url,
  AUTH_GITHUB_ID: "id",
  AUTH_GITHUB_SECRET: "secret",
  AUTH_NODEMAILER_SERVER: "smtp://127.0.0.1:1",
  AUTH_NODEMAILER_FROM: "app@example.com",
});

/** Builds and starts the app, and runs the test that was written. */
async function outcomeOf(opened: Opened): Promise<Finished> {
  const { project, folder, env } = opened;
  const url = `http://localhost:${await freePort()}`;
  const own = { ...surroundings(url), ...project.startedAt?.(url) };
  const isCompiled = project.build === undefined && !project.isBundled;
  const building = project.build ?? (isCompiled ? project.check : undefined);
  if (building) await node(opened, building);
  const start = project.isNext ? [...project.start, "-p", own.PORT] : project.start;
  const server = await startServer(process.execPath, start, { cwd: folder, env: env(own), url });
  try {
    const flags = ["--import", "tsx", "--test", "--test-force-exit"];
    return await run(process.execPath, flags, {
      cwd: folder,
      env: env({ ...own, APP_URL: url, CI: "1" }),
      timeoutSeconds: 240,
    });
  } finally {
    await server.stop();
  }
}

async function takeOut({ app: { out }, folder }: Opened): Promise<void> {
  if ("files" in out) {
    for (const file of out.files) await rm(path.join(folder, file));
    return;
  }
  const place = path.join(folder, out.file);
  const text = await readFile(place, "utf8");
  expect(text).toMatch(out.guard);
  await writeFile(place, text.replace(out.guard, out.instead ?? ""));
}

const said = ({ stdout, stderr }: Finished): string => stdout + stderr;
const countOf = (text: string, what: string): number =>
  Number(new RegExp(`^(?:#|ℹ) ${what} (\\d+)$`, "m").exec(text)?.[1] ?? 0);

const table: string[] = [];
afterAll(() => console.log(["app | with its guards | without one | seconds", ...table].join("\n")));

describe.each(apps)("$name", { timeout: 900_000 }, (app) => {
  test("green behind its guards, red without one", async () => {
    const began = Date.now();
    const project = projectNamed(app.project);
    const { dispose, ...copy } = await openBase(await installedBase(project), project);
    const opened: Opened = { app, project, ...copy };
    try {
      for (const one of app.routes) await writeByHand(opened.folder, one);
      await auth(opened, "add-plugin", "organizations", "--adapter", "kysely", "--dialect", "sqlite");
      for (const args of app.protect) await auth(opened, "protect", ...args);
      for (const one of app.guards ?? []) await writeByHand(opened.folder, one);
      await auth(opened, "test", "init");
      const green = await outcomeOf(opened);
      expect(green.code, said(green)).toBe(0);
      expect(said(green)).toContain(app.told);
      await takeOut(opened);
      const red = await outcomeOf(opened);
      expect(red.code, said(red)).toBe(1);
      expect(said(red)).toMatch(new RegExp(`(?:not ok \\d+ -|✖) ${app.told}`));
      const seconds = Math.round((Date.now() - began) / 1000);
      const passed = `${countOf(said(green), "pass")} passed`;
      table.push(`${app.name} | ${passed} | ${countOf(said(red), "fail")} failed | ${seconds}`);
      console.log(table.at(-1));
    } finally {
      await dispose();
    }
  });
});
