/** What of a package manager stands in the way of another package under the name `@auth/core`. */
import { existsSync } from "node:fs";
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import { textInYaml } from "../../../cli/formats/workspace-file.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";
import { pinsOf, type Pin } from "../patches.js";
import { refused } from "./found.js";
import { coreName } from "../../../cli/project/alias.js";
import { inRoot, type AliasPlace } from "./place.js";
import type { AliasSource } from "./source.js";

/** @throws CliError exit 3 for Yarn's Plug'n'Play, where an app without node_modules has not been tried */
export function assertNodeModules(
  facts: ProjectFacts,
  env: Readonly<Record<string, string | undefined>>,
): void {
  if (facts.packageManager.name !== "yarn") return;
  const settings = readIfText(facts.files, inRoot(facts, ".yarnrc.yml"))?.text;
  const lock = readIfText(facts.files, inRoot(facts, "yarn.lock"))?.text ?? "";
  const set = settings === undefined ? undefined : textInYaml(settings, "nodeLinker");
  const linker = env["YARN_NODE_LINKER"] ?? set ?? "pnp";
  const isPlugged = [".pnp.cjs", ".pnp.js"].some((file) => existsSync(path.join(facts.workspaceRoot, file)));
  const isBerry = settings !== undefined || lock.includes("__metadata:");
  if (!isPlugged && !(isBerry && linker === "pnp")) return;
  throw refused(
    "Yarn installs with Plug'n'Play here, over which --alias does not work.",
    "Write nodeLinker: node-modules into .yarnrc.yml and run yarn install first, or run auth migrate without --alias.",
  );
}

/**
 * Patches of `@auth/core` are for another code, and an override to something else has a reason that only a person knows.
 * @throws CliError exit 3 with the first, by file and line
 */
export function assertUnpinned(facts: ProjectFacts, place: AliasPlace, { spec }: AliasSource): void {
  const other = pinsOf(facts).find(
    (pin) =>
      pin.name === coreName && !pin.where.endsWith("packageExtensions") && !leadsHere(pin, place, spec),
  );
  if (other === undefined) return;
  const { path: file, line, where, key, target } = other;
  const isPatch = target === undefined || where.endsWith("patchedDependencies");
  const what = isPatch
    ? `a patch of ${coreName} is there, and ${packageName} has other code`
    : `${where} has another target for ${key}`;
  throw new CliError("AUTH_E_ALIAS_PIN", `${file}:${line}: ${what}.`, {
    exitCode: exitCodes.conflict,
    hint: isPatch
      ? "Nothing was written. Take the patch out, with the line that applies it: what it did may be an option here (docs/compatibility.md)."
      : `Nothing was written. Take the entry out where it is no longer needed, then run the command again. What would stand there: "${coreName}": "${spec}"`,
  });
}

/** An earlier run, or a person, wrote the same; an older version of ours gives way where the new one stands. */
function leadsHere({ path: file, where, key, target }: Pin, place: AliasPlace, spec: string): boolean {
  if (typeof target !== "string") return false;
  const isPlace = file === place.file && where === place.section.join(".") && key === coreName;
  const isOurs =
    target.startsWith(`npm:${packageName}@`) ||
    (target.startsWith("file:") && target.includes(`${packageName}-`));
  return (
    target === spec || (isPlace && (isOurs || (place.byDependency === true && target === `$${coreName}`)))
  );
}
