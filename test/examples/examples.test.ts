/** The examples are what the commands write today, and name versions that are tried here. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { satisfies } from "semver";
import { describe, expect, test } from "vitest";
import { ids, made, makeExample, readExample } from "../../scripts/examples.mjs";
import { prismaVersions } from "../adapters/prisma-project.js";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain } from "../support/cli.js";
import type { Finished } from "../support/process.js";
import { treeOf } from "../support/project.js";

interface Manifest {
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");
const lock = JSON.parse(read("package-lock.json")) as { packages: Record<string, { version: string }> };
/** Manifests of the projects that the tests install. */
const installed = [
  ...readdirSync(path.join(projectRoot, "test/fixtures/projects")).map(
    (id) => `test/fixtures/projects/${id}/package.json`,
  ),
  "test/full/elsewhere.test.ts",
  "test/full/plugins-in-stores/stores.ts",
].filter((file) => existsSync(path.join(projectRoot, file)));
const texts = installed.map(read).join("\n");

/** What only one example has; the group of examples installs it. */
const inOneExample = ["@electric-sql/pglite-socket@0.2.17"];

function isKnown([name, range]: [string, string]): boolean {
  // A package of the example's own workspace.
  if (range === "*") return name.startsWith("@desk/");
  if (inOneExample.includes(`${name}@${range}`)) return true;
  if (/^(?:@prisma\/.+|prisma)$/.test(name)) return range === prismaVersions["Prisma 7"];
  const { version } = lock.packages[name === "authwright" ? "" : `node_modules/${name}`] ?? {};
  const written = [`"${name}": "${range}"`, `"${name}@${range}"`];
  return (version !== undefined && satisfies(version, range)) || written.some((text) => texts.includes(text));
}

/** Runs a command, takes it back, and runs it again: what was taken back left no trace. */
async function runTwice(top: string, args: readonly string[]): Promise<Finished> {
  const [name, at] = [args[0], args.indexOf("--cwd")];
  const before = await treeOf(top);
  await runMain(top, args);
  expect(await treeOf(top), `${name} wrote nothing`).not.toEqual(before);
  const undone = await runMain(top, ["undo", "--yes", ...(at < 0 ? [] : args.slice(at, at + 2))]);
  expect(undone.code, undone.stderr).toBe(0);
  expect(await treeOf(top), `undo of ${name}`).toEqual(before);
  return runMain(top, args);
}

test.each(made)(
  "%s is what the commands, after an undo too, and the lines by hand make of own/",
  async (id) => {
    expect(await makeExample(id, runTwice)).toEqual(readExample(id));
  },
);

describe.each(ids)("%s", (id) => {
  const files = readExample(id);

  test("names versions of the lock file or of a project that the tests install", () => {
    const manifests = Object.entries(files).filter(([name]) => path.basename(name) === "package.json");
    const named = manifests.flatMap(([, text]) => {
      const { dependencies, devDependencies } = JSON.parse(text) as Manifest;
      return Object.entries({ ...dependencies, ...devDependencies });
    });
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((one) => !isKnown(one))).toEqual([]);
  });

  test("holds no secret and no address of a registry", () => {
    expect(Object.values(files).join("\n")).not.toMatch(/registry|AUTH_SECRET=\S/);
  });
});

test("no env file, lock file or journal of an example is in the repository", () => {
  const kept = execFileSync("git", ["ls-files", "examples"], { cwd: projectRoot, encoding: "utf8" });
  expect(kept).toContain("examples/README.md\n");
  expect(kept).not.toMatch(/(?:^|\/)(?:\.env(?:\.local)?|\.dev\.vars|\.npmrc|\S*-lock\.\w+|\.auth\/\S*)$/m);
});
