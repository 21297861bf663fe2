/** The lock file serves every platform: what it names for one is in it, and nothing ties it to a registry. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { cleanEnv } from "../support/process.js";
import { npm } from "../support/project.js";

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Packages = Readonly<Record<string, Locked>>;

const lock: { packages: Packages } = JSON.parse(
  readFileSync(path.join(projectRoot, "package-lock.json"), "utf8"),
);

/** Where a package could lie for one that is at `place`, nearest first. */
function homes(place: string, name: string): string[] {
  const folders = [place];
  for (let at = place.length; (at = place.lastIndexOf("/node_modules/", at - 1)) > 0;)
    folders.push(place.slice(0, at));
  return [...folders, ""].map((folder) => `${folder}${folder ? "/" : ""}node_modules/${name}`);
}

/** Optional dependencies that a package names and the lock file doesn't hold. */
const absentFrom = (packages: Packages): string[] =>
  Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !homes(place, name).some((home) => home in packages))
      .map((name) => `${place}: ${name}`),
  );

describe("package-lock.json", () => {
  test("F-85 holds every optional dependency that it names, whichever platform it is for", () => {
    expect(absentFrom(lock.packages)).toEqual([]);
    const named = Object.values(lock.packages).flatMap((one) => Object.keys(one.optionalDependencies ?? {}));
    expect(named).toEqual(expect.arrayContaining(["@oxlint/binding-darwin-arm64"]));
  });

  test("F-85 the check finds one that is absent, nested ones too", () => {
    const packages = {
      "": {},
      "node_modules/a": { optionalDependencies: { "a-darwin": "1", "a-linux": "1" } },
      "node_modules/a/node_modules/a-linux": {},
      "node_modules/b": { optionalDependencies: { "a-linux": "1" } },
    };
    expect(absentFrom(packages)).toEqual(["node_modules/a: a-darwin", "node_modules/b: a-linux"]);
  });

  test("F-85 names no host", () => {
    expect(Object.entries(lock.packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  test("F-85 and package.json agree, so that `npm ci` installs", () => {
    const { status, stderr } = spawnSync(npm, ["ci", "--dry-run", "--ignore-scripts", "--no-audit"], {
      cwd: projectRoot,
      env: cleanEnv() as NodeJS.ProcessEnv,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    expect(status, stderr).toBe(0);
  });
});
