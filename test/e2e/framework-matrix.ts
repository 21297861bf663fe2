/**
 * The frameworks that `auth init` sets up, as rows, and what is tried with each: a small project true to what its create
 * command writes; types, build, a sign-in in Chromium, `auth doctor --url`, a start in production, undo.
 */
import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import { expect } from "vitest";
import { nextProject } from "../support/next-project.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installedProject, npm, npx } from "../support/project.js";
import { auth, initTwice, signInUnderAuthDev } from "./walk.js";

export type Sessions = "jwt" | "database";

/** A framework joins by a row. */
export interface Row {
  readonly framework: string;
  /** What it is called in the table of results, unique. */
  readonly project: string;
  /** With our tarball, or another one. */
  readonly make: (packed?: string) => Promise<Project>;
  /** The package whose version is shown; none: Node itself. */
  readonly versionOf?: string;
  readonly basePath?: string;
  /** How the guard of the example page answers a script in production; 401 by default. */
  readonly refusal?: number;
  /** What checks the types and builds; JavaScript is run as it is. */
  readonly build?: readonly string[];
  /** Starts it, in development and in production, where no script of its own does; `npm start` by default. */
  readonly start?: (port: number) => readonly string[];
  /** Starts it under `auth dev`, where what was built is production for good. */
  readonly develop?: readonly string[];
  /** What is tried; both by default. */
  readonly sessions?: readonly Sessions[];
  /** The code that the row speaks of, beside what all frameworks share: folders and beginnings of paths. */
  readonly code: readonly string[];
}

export interface Project {
  readonly folder: string;
  readonly dispose: () => Promise<void>;
  readonly env: (extra?: Record<string, string>) => Record<string, string>;
}

export const sessionsOf = ({ sessions = ["jwt", "database"] }: Row): readonly Sessions[] => sessions;

/** One of test/fixtures/projects. */
const fixture = (name: string): Pick<Row, "project" | "make"> => ({
  project: name,
  make: async (packed) => ({
    ...(await installedProject(name, packed)),
    env: (extra = {}) => cleanEnv(extra),
  }),
});

const nextFlags = ["--no-eslint", "--no-tailwind", "--import-alias", "@/*", "--use-npm"].concat([
  "--disable-git",
  "--skip-install",
  "--yes",
]);

/** A project of create-next-app. */
const next = (version: string, router: "app" | "pages", language: "ts" | "js"): Row => ({
  framework: `Next.js, ${router === "app" ? "App Router" : "Pages Router"}`,
  project: `create-next-app ${version} ${router} ${language}`,
  make: (packed) =>
    nextProject(
      version,
      [`--${language}`, router === "app" ? "--app" : "--no-app", "--no-src-dir", ...nextFlags],
      packed,
    ),
  versionOf: "next",
  basePath: "/api/auth",
  // The proxy guards pages: it leads to sign-in, whoever asks.
  refusal: 307,
  build: ["-c", language === "ts" ? "next build && tsc --noEmit" : "next build"],
  // Before 16 the guard runs on the edge runtime, where a store cannot be asked.
  ...(!version.startsWith("16") && { sessions: ["jwt"] }),
  code: [`src/templates/frameworks/next`, "src/runtime/integrations/next/"],
});

const templates = (id: string): readonly string[] => [`src/templates/frameworks/${id}/`, everyServer];
const everyServer = "src/templates/frameworks/server/";
const integration = (id: string): string => `src/runtime/integrations/${id}`;

const tsc = ["tsc"];
const nestBuild = ["-c", "tsc --noEmit && nest build"];

const express = { versionOf: "express", code: [...templates("express"), integration("express")] };
const hono = { versionOf: "hono", code: [...templates("hono-node"), integration("hono")] };
const fastify = { versionOf: "fastify", code: [...templates("fastify"), integration("fastify")] };
const koa = { versionOf: "koa", code: [...templates("koa"), integration("koa")] };
const nest = {
  versionOf: "@nestjs/core",
  build: nestBuild,
  code: [...templates("nest"), integration("nest"), integration("express")],
};
const h3 = { versionOf: "h3", code: [...templates("h3"), integration("h3")] };
const nitro = { versionOf: "nitro", code: [...templates("nitro"), integration("h3")] };
const nuxt = {
  versionOf: "nuxt",
  basePath: "/api/auth",
  build: ["-c", "nuxt typecheck && nuxt build"],
  develop: [npm, "run", "dev"],
  // What is built loads no env file by itself.
  start: () => [process.execPath, "--env-file=.env", ".output/server/index.mjs"],
  code: [...templates("nuxt"), "src/runtime/integrations/nuxt/", "src/runtime/vue/"],
};
const node = { code: [...templates("node-http"), integration("node")] };
const kit = { versionOf: "@sveltejs/kit", code: [...templates("sveltekit"), integration("sveltekit")] };
const bare = "Node.js without a framework";

export const rows: readonly Row[] = [
  next("16.4.3", "app", "ts"),
  next("16.4.3", "pages", "js"),
  next("15.5.28", "app", "ts"),
  next("14.2.35", "pages", "ts"),
  { framework: "Express", ...fixture("express-esm-ts"), build: tsc, ...express },
  { framework: "Express", ...fixture("express-cjs"), ...express },
  { framework: "Hono", ...fixture("hono-ts"), build: tsc, ...hono },
  { framework: "Hono", ...fixture("hono-js"), ...hono },
  // Bun runs what is written: tsc checks the types.
  {
    framework: "Hono on Bun",
    ...fixture("hono-bun"),
    build: ["tsc", "--noEmit"],
    ...hono,
    code: [...hono.code, ...templates("hono-bun")],
  },
  // No connection outlives a request there: sessions are in cookies.
  {
    framework: "Hono on Cloudflare Workers",
    ...fixture("hono-workers"),
    build: ["-c", "tsc --noEmit && wrangler deploy --dry-run --outdir dist"],
    start: (port) => [npm, "run", "dev", "--", "--port", String(port)],
    sessions: ["jwt"],
    ...hono,
    code: [...hono.code, ...templates("hono-workers")],
  },
  { framework: "Fastify", ...fixture("fastify-ts"), build: tsc, ...fastify },
  { framework: "Fastify", ...fixture("fastify-js"), ...fastify },
  { framework: "Koa", ...fixture("koa-ts"), build: tsc, ...koa },
  { framework: "Koa", ...fixture("koa-js"), ...koa },
  { framework: "NestJS", ...fixture("nest12-ts"), ...nest },
  // CommonJS: TypeScript sees two Kysely classes there, and the command warns of it.
  { framework: "NestJS", ...fixture("nest11-ts"), ...nest, sessions: ["jwt"] },
  { framework: "h3", ...fixture("h3-ts"), build: tsc, ...h3 },
  { framework: "h3", ...fixture("h3-js"), ...h3 },
  { framework: "Nitro", ...fixture("nitro-ts"), build: ["-c", "tsc --noEmit && nitro build"], ...nitro },
  { framework: "Nitro", ...fixture("nitro-js"), build: ["nitro", "build"], ...nitro },
  { framework: "Nuxt", ...fixture("nuxt-ts"), ...nuxt },
  {
    framework: "SvelteKit",
    ...fixture("sveltekit-ts"),
    build: ["-c", "svelte-kit sync && svelte-check --threshold warning && vite build"],
    // Kit refuses forms where it is not told which address people type.
    start: (port) => [npx, "-c", `ORIGIN=http://localhost:${port} PORT=${port} node build`],
    ...kit,
  },
  { framework: bare, ...fixture("node-ts"), build: tsc, ...node },
  { framework: bare, ...fixture("node-js"), ...node },
];

export async function versionIn(folder: string, name: string | undefined): Promise<string> {
  if (name === undefined) return process.versions.node;
  const text = await readFile(path.join(folder, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** From `init` to `undo` in a project of a row, with sessions of one kind: after it the files are as they were. */
export async function tryFramework(
  browser: Browser,
  row: Row,
  project: Project,
  session: Sessions,
): Promise<void> {
  const { folder, env } = project;
  const { basePath = "/auth", build } = row;
  // Next.js has a development server of its own; the scripts of the others start what was built.
  const start = row.develop ?? row.start ?? [npm, ...(row.versionOf === "next" ? ["run", "dev"] : ["start"])];
  await initTwice(folder, ...(session === "database" ? ["--session", session] : []));
  if (build) await mustRun(npx, build, { cwd: folder, env: env(), timeoutSeconds: 500 });
  await signInUnderAuthDev(browser, project, basePath, {
    start,
    session,
    meanwhile: (url) => isSound(folder, url),
  });
  if (row.versionOf === "next")
    await mustRun(npx, ["next", "build"], { cwd: folder, env: env(), timeoutSeconds: 500 });
  await answersInProduction(project, row);
  const undone = await auth(folder, "undo", "--yes");
  expect(undone.code, undone.stdout + undone.stderr).toBe(0);
  // Data is nobody's to take back.
  for (const suffix of ["", "-shm", "-wal"]) await rm(path.join(folder, `auth.db${suffix}`), { force: true });
}

/** With nothing but what `init` has written, the endpoints answer in production. */
async function answersInProduction(
  { folder, env }: Project,
  { basePath = "/auth", refusal = 401, start = () => [npm, "start"] }: Row,
): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const [command = npm, ...words] = start(port);
  const server = await startServer(command, words, {
    cwd: folder,
    env: env({ PORT: String(port), NODE_ENV: "production" }),
    url,
  });
  try {
    const answer = await fetch(`${url}${basePath}/providers`);
    expect(answer.status, server.output()).toBe(200);
    expect(await answer.json()).toHaveProperty("github");
    const headers = { accept: "application/json" };
    const refused = await fetch(`${url}/dashboard`, { headers, redirect: "manual" });
    expect(refused.status, server.output()).toBe(refusal);
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
