/** What came of the install. */
import { realpathSync } from "node:fs";
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import { coreName } from "../../../cli/project/alias.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { installedAt } from "../../../cli/project/versions.js";
import { isOurs } from "../../../cli/project/origin.js";
import { CliError } from "../../../cli/terminal/errors.js";
import type { Found } from "./found.js";
import { readLock } from "./lock.js";
import type { AliasSource } from "./source.js";

/** Where an integration that was found gets another package than ours; undefined: all get ours. */
export function foreignCopy(facts: ProjectFacts, found: readonly Found[]): string | undefined {
  for (const { folder, name } of found) {
    const app = path.join(facts.workspaceRoot, folder);
    const integration = name === coreName ? app : installedAt(app, name)?.folder;
    const core = integration && installedAt(realpathSync(integration), coreName);
    if (core && core.name !== packageName) return path.relative(facts.workspaceRoot, core.folder);
    if (!core) return `${path.posix.join(folder, "node_modules", coreName)} (missing)`;
  }
  return undefined;
}

/**
 * Judges what the install made.
 * @throws CliError AUTH_E_ALIAS_COPY where the other package is still there, or what came is not this package
 */
export function assertInstalled(
  facts: ProjectFacts,
  found: readonly Found[],
  { integrity, tarball }: AliasSource,
): void {
  const locked = readLock(facts)?.packages ?? [];
  const ours = locked.filter((one) => isOurs(one, tarball));
  const other = ours.find((one) => isComparable(one.integrity, integrity) && one.integrity !== integrity);
  if (other)
    throw notInstalled(
      `What was installed as ${coreName} is another package than this one: its integrity differs.`,
      `Ask nobody to install it. Take the tarball that this command line came from: --from vendor/${packageName}.tgz`,
    );
  const second =
    locked.find((one) => one.name === coreName && !isOurs(one, tarball))?.key ?? foreignCopy(facts, found);
  if (second !== undefined)
    throw notInstalled(
      `A second copy of ${coreName} is left: ${second}.`,
      "Remove node_modules, and run the command again. Where the copy stays, a package bundles it or asks for it by an address of its own.",
    );
}

/** Yarn writes a checksum of its own, which says nothing of the other. */
const isComparable = (one: string | undefined, other: string | undefined): boolean =>
  one?.startsWith("sha512-") === true && other?.startsWith("sha512-") === true;

const notInstalled = (message: string, hint: string): CliError =>
  new CliError("AUTH_E_ALIAS_COPY", message, { hint: `What was written is taken back. ${hint}` });
