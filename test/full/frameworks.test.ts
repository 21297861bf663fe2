/**
 * `auth init` in a small project of each framework, true to what its create command writes: types, build, a sign-in in
 * Chromium with sessions in cookies and in a database, `auth doctor --url`, undo.
 *
 * npm run test:full -- --only frameworks
 * AUTHWRIGHT_WRITE=1 npm run test:full -- --only frameworks writes the table of docs/frameworks/README.md.
 */
import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { auth, initTwice, signInUnderAuthDev } from "../e2e/walk.js";
import { launchBrowser } from "../support/browser.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installedProject, npm, npx, treeOf } from "../support/project.js";

/** A framework joins by a row. */
interface Row {
  readonly framework: string;
  /** Folder of test/fixtures/projects. */
  readonly fixture: string;
  /** The package whose version is shown; none: Node itself. */
  readonly versionOf?: string;
  /** What checks the types and builds; JavaScript is run as it is. */
  readonly build?: readonly string[];
  /** What is tried; both by default. */
  readonly sessions?: readonly Sessions[];
}

type Sessions = "jwt" | "database";
const both: readonly Sessions[] = ["jwt", "database"];

const tsc = ["tsc"];
const nest = ["-c", "tsc --noEmit && nest build"];
const rows: readonly Row[] = [
  { framework: "Express", fixture: "express-esm-ts", versionOf: "express", build: tsc },
  { framework: "Hono", fixture: "hono-ts", versionOf: "hono", build: tsc },
  { framework: "Hono", fixture: "hono-js", versionOf: "hono" },
  { framework: "Fastify", fixture: "fastify-ts", versionOf: "fastify", build: tsc },
  { framework: "Fastify", fixture: "fastify-js", versionOf: "fastify" },
  { framework: "Koa", fixture: "koa-ts", versionOf: "koa", build: tsc },
  { framework: "Koa", fixture: "koa-js", versionOf: "koa" },
  { framework: "NestJS", fixture: "nest12-ts", versionOf: "@nestjs/core", build: nest },
  // CommonJS: TypeScript sees two Kysely classes there, and the command warns of it.
  { framework: "NestJS", fixture: "nest11-ts", versionOf: "@nestjs/core", build: nest, sessions: ["jwt"] },
  { framework: "h3", fixture: "h3-ts", versionOf: "h3", build: tsc },
  { framework: "h3", fixture: "h3-js", versionOf: "h3" },
  {
    framework: "Nitro",
    fixture: "nitro-ts",
    versionOf: "nitro",
    build: ["-c", "tsc --noEmit && nitro build"],
  },
  { framework: "Nitro", fixture: "nitro-js", versionOf: "nitro", build: ["nitro", "build"] },
  { framework: "Node.js without a framework", fixture: "node-ts", build: tsc },
  { framework: "Node.js without a framework", fixture: "node-js" },
];

const start = [npm, "start"];

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const commit = execFileSync("git", ["-C", projectRoot, "rev-parse", "--short", "HEAD"], {
  encoding: "utf8",
}).trim();
const lines: string[] = [];

async function versionIn(folder: string, name: string | undefined): Promise<string> {
  if (name === undefined) return process.versions.node;
  const text = await readFile(path.join(folder, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** With nothing but what `init` has written, the endpoints answer in production. */
async function answersInProduction(folder: string): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = cleanEnv({ PORT: String(port), NODE_ENV: "production" });
  const server = await startServer(npm, ["start"], { cwd: folder, env, url });
  try {
    const answer = await fetch(`${url}/auth/providers`);
    expect(answer.status, server.output()).toBe(200);
    expect(await answer.json()).toHaveProperty("github");
    const refused = await fetch(`${url}/account`, { headers: { accept: "application/json" } });
    expect(refused.status, server.output()).toBe(401);
  } finally {
    await server.stop();
  }
}

/** No finding but that the credentials are still to be filled in. */
async function isSound(folder: string, url: string): Promise<void> {
  const doctor = await auth(folder, "doctor", "--url", url, "--json");
  const { result } = JSON.parse(doctor.stdout) as {
    result: { findings: readonly { code: string; level: string }[] };
  };
  expect(
    result.findings.filter(({ level }) => level !== "hint"),
    doctor.stdout,
  ).toEqual([]);
  expect(doctor.code, doctor.stderr).toBe(0);
}

describe.each(rows)("$framework, $fixture", { timeout: 900_000 }, (row) => {
  const { framework, fixture, versionOf, build, sessions = both } = row;
  let project: Awaited<ReturnType<typeof installedProject>>;
  let before: Record<string, string>;
  let began = 0;
  const finished: string[] = [];

  beforeAll(async () => {
    began = Date.now();
    project = await installedProject(fixture);
    before = await treeOf(project.folder);
  }, 600_000);
  afterAll(async () => {
    const version = project === undefined ? "" : await versionIn(project.folder, versionOf);
    const seconds = Math.round((Date.now() - began) / 1000);
    const words = [fixture.endsWith("ts") ? "TypeScript" : "JavaScript", finished.join(", ")];
    const cells = [framework, version, ...words, process.versions.node, seconds, commit];
    lines.push(`| ${cells.join(" | ")} |`);
    console.log(lines.at(-1));
    await project?.dispose();
  });

  test.each(sessions)("sessions: %s", async (session) => {
    const { folder } = project;
    await initTwice(folder, ...(session === "database" ? ["--session", session] : []));
    if (build) await mustRun(npx, build, { cwd: folder });
    await signInUnderAuthDev(browser, { folder, env: cleanEnv }, "/auth", {
      start,
      meanwhile: (url) => isSound(folder, url),
    });
    await answersInProduction(folder);
    const undone = await auth(folder, "undo", "--yes");
    expect(undone.code, undone.stdout + undone.stderr).toBe(0);
    // Data is nobody's to take back.
    for (const suffix of ["", "-shm", "-wal"])
      await rm(path.join(folder, `auth.db${suffix}`), { force: true });
    expect(await treeOf(folder)).toEqual(before);
    finished.push(session);
  });
});

const isWriting = process.env["AUTHWRIGHT_WRITE"] === "1";
test.skipIf(!isWriting)(
  `docs/frameworks/README.md is written${isWriting ? "" : " (skipped: only with AUTHWRIGHT_WRITE=1)"}`,
  async () => {
    expect(lines).toHaveLength(rows.length);
    for (const [at, { sessions = both }] of rows.entries())
      expect(lines[at]).toContain(`| ${sessions.join(", ")} |`);
    const file = path.join(projectRoot, "docs/frameworks/README.md");
    const text = await readFile(file, "utf8");
    const [head, rest] = text.split("<!-- results -->\n");
    const end = rest?.indexOf("<!-- /results -->");
    if (head === undefined || rest === undefined || end === undefined)
      throw new Error("No place for the table");
    const table = [
      "| framework | version | language | sign-in with sessions | Node.js | seconds | commit |",
      "|---|---|---|---|---|---|---|",
      ...lines,
    ].join("\n");
    await writeFile(file, `${head}<!-- results -->\n${table}\n${rest.slice(end)}`);
  },
);
