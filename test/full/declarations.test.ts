/**
 * PR-06: what `auth init` writes, as a package of a workspace: with declarations, for Node and for a bundler.
 *
 * npm run test:full -- --only declarations
 */
import { cpSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { makeWorkshop } from "../docs/project.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { run } from "../support/process.js";

let workshop: string;
beforeAll(() => void (workshop = makeWorkshop()));
afterAll(() => {
  rmSync(workshop, { recursive: true, force: true });
  removeProjects();
});

/** Those whose packages are all in this repository, and whose framework makes no types of its own at its build. */
const projects = [
  "express-esm-ts",
  "fastify-ts",
  "h3-ts",
  "hono-ts",
  "hono-workers",
  "nest12-ts",
  "next-app-ts",
  "next-pages-ts",
  "node-ts",
];
const forBundler = { module: "esnext", moduleResolution: "bundler" };

test.each(projects)("%s", async (name) => {
  const folder = copyProject(name);
  const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(code, stderr).toBe(0);
  const own = path.join(workshop, name);
  cpSync(folder, own, { recursive: true });
  // Next and Workers are bundled always.
  const isBundled = name.startsWith("next") || name === "hono-workers";
  for (const options of [forBundler, ...(isBundled ? [] : [{ module: "nodenext" }])]) {
    const compilerOptions = {
      ...options,
      target: "es2023",
      lib: ["es2023", "dom", "dom.iterable"],
      jsx: "react-jsx",
      strict: true,
      skipLibCheck: true,
      experimentalDecorators: true,
      declaration: true,
      composite: true,
      preserveSymlinks: true,
      paths: { "@/*": ["./*"] },
      outDir: "out",
      types: ["node"],
    };
    const config = { compilerOptions, include: ["**/*.ts", "**/*.tsx"], exclude: ["out", "node_modules"] };
    writeFileSync(path.join(own, "tsconfig.json"), JSON.stringify(config));
    const tsc = path.join(projectRoot, "node_modules/ts7/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", own], { cwd: own });
    expect(stdout, JSON.stringify(options)).toBe("");
  }
});
