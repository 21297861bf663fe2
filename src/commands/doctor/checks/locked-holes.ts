import { readFileSync } from "node:fs";
import path from "node:path";
import { lockedVersions } from "../../../cli/formats/locked-versions.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { addCommand } from "../../../cli/project/package-manager.js";
import { isWithin } from "../../../cli/project/versions.js";
import { findLockfiles } from "../../../cli/project/workspace.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { holesAsOf, knownHoles } from "../known-holes.js";

const isTheirs = (name: string): boolean => name === "next-auth" || name.startsWith("@auth/");

/** Versions of next-auth and @auth/core that the lock file names, and that have a known hole. Nothing is asked online. */
export function checkLockedHoles(facts: ProjectFacts): Finding[] {
  const found = findLockfiles(facts).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return lockedVersions(file, text)
      .filter(({ name, version }) => holesOf(name, version).length > 0)
      .map(({ name = "", version, at }) =>
        finding("AUTH_D_KNOWN_HOLE", {
          path: path.relative(facts.root, file).split(path.sep).join("/"),
          line: lineAt(text, at),
          message: `${name} ${version} has known holes (as of ${holesAsOf}): ${holesOf(name, version).join(", ")}.`,
          fix: updateOf(facts, name),
        }),
      );
  });
  return found.filter((one, at) => found.findIndex(({ message }) => message === one.message) === at);
}

function holesOf(name: string | undefined, version: string): string[] {
  return knownHoles
    .filter(({ affected }) =>
      Object.entries(affected).some(([own, range]) => own === name && isWithin(version, range)),
    )
    .map(({ id }) => id);
}

/** All that package.json names of theirs moves together: each pins the core that it was made with. */
function updateOf({ packageJson, packageManager }: ProjectFacts, name: string): string {
  const declared = Object.entries({ ...packageJson.devDependencies, ...packageJson.dependencies }).filter(
    ([one]) => isTheirs(one),
  );
  const explain = { npm: "explain", pnpm: "why", yarn: "why", bun: "why" }[packageManager.name];
  if (declared.length === 0) return `${packageManager.name} ${explain} ${name}`;
  const wanted = declared.map(([one, range]) => `${one}@${/^\D*5|beta/.test(range) ? "beta" : "latest"}`);
  return [...addCommand(packageManager.name), ...wanted].join(" ");
}
