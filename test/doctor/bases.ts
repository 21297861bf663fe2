import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Finding } from "../../src/cli/findings/finding.js";
import { checkProject } from "../../src/commands/doctor/static.js";
import { survey } from "../../src/commands/steps/read-survey.js";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { packageVersion } from "../../src/cli/formats/own-package.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

/** Projects as `init` leaves them, filled in as its last lines say. */
export const bases = {
  "express-ts": { from: "express-esm-ts", flags: [], versions: { express: "5.3.0" } },
  "express-js": { from: "express-esm-js", flags: [], versions: { express: "5.3.0" } },
  "express-cjs": { from: "express-cjs", flags: [], versions: { express: "4.22.3" } },
  // What earlier versions of init left: authConfig, authSession and requireUser.
  "hono-ts": {
    from: "hono-ts",
    flags: [],
    versions: { hono: "4.13.19", "@hono/node-server": "2.1.8" },
  },
  "hono-js": {
    from: "hono-js",
    flags: [],
    versions: { hono: "4.13.19", "@hono/node-server": "2.1.8" },
  },
  "hono-workers": { from: "hono-workers", flags: [], versions: { hono: "4.13.19", wrangler: "4.86.0" } },
  "fastify-ts": { from: "fastify-ts", flags: [], versions: { fastify: "5.12.8" } },
  "fastify-js": { from: "fastify-js", flags: [], versions: { fastify: "5.12.8" } },
  "koa-ts": { from: "koa-ts", flags: [], versions: { koa: "3.3.0" } },
  "koa-js": { from: "koa-js", flags: [], versions: { koa: "3.3.0" } },
  "h3-ts": { from: "h3-ts", flags: [], versions: { h3: "2.0.8" } },
  "h3-js": { from: "h3-js", flags: [], versions: { h3: "2.0.8" } },
  "nitro-ts": { from: "nitro-ts", flags: [], versions: { nitro: "3.0.0" } },
  "nitro-js": { from: "nitro-js", flags: [], versions: { nitro: "3.0.0" } },
  "nuxt-ts": { from: "nuxt-ts", flags: [], versions: { nuxt: "4.4.5" } },
  "sveltekit-ts": { from: "sveltekit-ts", flags: [], versions: { "@sveltejs/kit": "2.70.4" } },
  "nest11-ts": { from: "nest11-ts", flags: [], versions: { "@nestjs/core": "11.1.27" } },
  "nest12-ts": { from: "nest12-ts", flags: [], versions: { "@nestjs/core": "12.5.1" } },
  "node-ts": { from: "node-ts", flags: [], versions: {} },
  "node-js": { from: "node-js", flags: [], versions: {} },
  "next-16": { from: "next-app-ts", flags: [], versions: { next: "16.4.3" } },
  "next-15": { from: "next-app-ts", flags: [], versions: { next: "15.5.28" } },
  "next-14": { from: "next-app-ts", flags: [], versions: { next: "14.2.35" } },
  "next-15-src": { from: "next-src-js", flags: [], versions: { next: "15.5.28" } },
  "next-16-src": { from: "next-src-js", flags: [], versions: { next: "16.4.3" } },
} as const;

export type BaseName = keyof typeof bases;

const made = new Map<string, Promise<string>>();
const copies: string[] = [];

/** A project that a test may spoil. */
export class Spoiled {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  at(file: string): string {
    return path.join(this.folder, file);
  }

  read(file: string): string {
    return readFileSync(this.at(file), "utf8");
  }

  write(file: string, text: string, mode?: number): void {
    mkdirSync(path.dirname(this.at(file)), { recursive: true });
    writeFileSync(this.at(file), text);
    if (mode !== undefined) chmodSync(this.at(file), mode);
  }

  append(file: string, text: string): void {
    appendFileSync(this.at(file), text);
  }

  /** The text must be there: a fault that is not planted proves nothing. */
  replace(file: string, from: string | RegExp, to: string): void {
    const before = this.read(file);
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} has no ${String(from)}`);
    writeFileSync(this.at(file), after);
  }

  move(from: string, to: string): void {
    mkdirSync(path.dirname(this.at(to)), { recursive: true });
    renameSync(this.at(from), this.at(to));
  }

  remove(file: string): void {
    rmSync(this.at(file), { recursive: true });
  }

  exists(file: string): boolean {
    return existsSync(this.at(file));
  }

  json(file: string, change: (data: Record<string, Record<string, string>>) => void): void {
    const data = JSON.parse(this.read(file)) as Record<string, Record<string, string>>;
    change(data);
    this.write(file, JSON.stringify(data, null, 2));
  }

  install(name: string, version: string): void {
    this.write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
  }

  git(...args: string[]): void {
    const who = ["-c", "user.name=t", "-c", "user.email=t@example.com"];
    execFileSync("git", ["-C", this.folder, ...who, ...args]);
  }

  async findings(env: Record<string, string> = {}, node = "20.20.2"): Promise<readonly Finding[]> {
    return checkProject(await survey(await detectConfigured(this.folder), env, { nodeVersion: node }));
  }
}

/** A copy of a base. */
export async function baseProject(name: BaseName): Promise<Spoiled> {
  const base = made.get(name) ?? scaffold(name);
  made.set(name, base);
  const home = mkdtempSync(path.join(tmpdir(), "authwright doctor "));
  copies.push(home);
  // Some have a front end of Vite, which `auth init` of another test would take for that of its own neighbour.
  const folder = path.join(home, "project");
  cpSync(await base, folder, { recursive: true });
  return new Spoiled(folder);
}

async function scaffold(name: BaseName): Promise<string> {
  const { from, flags, versions } = bases[name];
  const project = new Spoiled(copyProject(from));
  project.json("package.json", (data) => Object.assign(data["dependencies"] ?? {}, versions));
  const result = await runMain(project.folder, [
    "init",
    "--yes",
    "--no-install",
    "--provider",
    "github",
    ...flags,
  ]);
  if (result.code !== 0) throw new Error(result.stderr);
  const envFile = [".env.local", ".dev.vars"].find((file) => project.exists(file)) ?? ".env";
  const example = project.exists(".dev.vars.example") ? ".dev.vars.example" : ".env.example";
  // A configuration that was there has its names there too.
  for (const file of [envFile, example])
    if (!project.read(file).includes("AUTH_GITHUB_ID"))
      project.append(file, "AUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n");
  project.replace(envFile, "AUTH_GITHUB_ID=", "AUTH_GITHUB_ID=Iv1.5f3a90b1c2d4e6f7");
  project.replace(
    envFile,
    "AUTH_GITHUB_SECRET=",
    "AUTH_GITHUB_SECRET=9b1c2d4e6f75f3a90b1c2d4e6f7a8b9c0d1e2f3a",
  );
  for (const [dependency, version] of Object.entries(versions)) project.install(dependency, version);
  project.install("authwright", packageVersion);
  return project.folder;
}

/** Removes everything that was made in this test file. */
export function removeBases(): void {
  for (const folder of copies.splice(0)) rmSync(folder, { recursive: true, force: true });
  made.clear();
  removeProjects();
}
