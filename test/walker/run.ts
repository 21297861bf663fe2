/** Puts the walker beside a package as users get it, and starts it in processes of its own. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { execa } from "execa";
import type { Task } from "./main.js";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");

/** What the package needs at run time, and the framework that the walker's app is made with. */
const beside = [
  "jose",
  "oauth4webapi",
  "cookie",
  "hono",
  "@simplewebauthn/server",
  "kysely",
  "@libsql/client",
  "@libsql/kysely-libsql",
  "@electric-sql/pglite",
  "kysely-pglite",
];

export interface Walker {
  /** Carries out a task. @returns what it told, a line each */
  start(task: Task): Promise<readonly Record<string, unknown>[]>;
  dispose(): Promise<void>;
}

/** A text of the package with another one in its place: a fault. */
interface Edit {
  /** Below `dist/runtime`. */
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

/** @throws Error where the text is not there */
async function plant(unpacked: string, { file, text, instead }: Edit): Promise<void> {
  const name = path.join(unpacked, "dist/runtime", file);
  const before = await readFile(name, "utf8");
  if (!before.includes(text)) throw new Error(`${file} has no "${text}"`);
  await writeFile(name, before.replaceAll(text, instead));
}

/**
 * @param tarball of the package: of this checkout, or of any release
 * @param fault that the package is given
 */
export async function openWalker(tarball: string, fault?: Edit): Promise<Walker> {
  const folder = await mkdtemp(path.join(tmpdir(), "walker-"));
  const modules = path.join(folder, "node_modules");
  await mkdir(path.join(modules, "authwright"), { recursive: true });
  const unpacked = path.join(modules, "authwright");
  await execa("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"]);
  if (fault) await plant(unpacked, fault);
  for (const name of beside) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(path.join(root, "node_modules", name), path.join(modules, name), "dir");
  }
  await build({
    entryPoints: { walker: path.join(here, "main.ts"), environment: path.join(here, "environment.ts") },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
    outExtension: { ".js": ".mjs" },
    outdir: folder,
    sourcemap: "inline",
    logLevel: "warning",
  });
  return { start: (task) => run(folder, task), dispose: () => rm(folder, { recursive: true }) };
}

async function run(folder: string, task: Task): Promise<readonly Record<string, unknown>[]> {
  const child = spawn(
    process.execPath,
    [
      // Most of what a request makes is gone behind it.
      "--max-semi-space-size=64",
      "--enable-source-maps",
      "--import",
      path.join(folder, "environment.mjs"),
      path.join(folder, "walker.mjs"),
    ],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "test",
        WALKER_LOG: process.env["WALKER_LOG"],
        WALKER_TASK: JSON.stringify(task),
        ...(task.kind === "walks" && task.hashes === "real" && { WALKER_REAL_HASHES: "1" }),
      },
    },
  );
  const told: Record<string, unknown>[] = [];
  let complaints = "";
  child.stderr.on("data", (text) => (complaints += String(text)));
  if (process.env["WALKER_LOG"]) child.stderr.pipe(process.stderr);
  createInterface(child.stdout).on("line", (line) => {
    told.push(JSON.parse(line) as Record<string, unknown>);
    if (process.env["WALKER_SHOW"]) console.log(line);
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`The walker ended with ${code}:\n${complaints}`);
  return told;
}
