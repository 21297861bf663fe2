/** Which versions of next-auth and of a framework an app comes from. */
import { nodeDisk } from "../../cli/apply/disk.js";
import { readJournals } from "../../cli/apply/journal-folder.js";
import { oldDependencies, type OldDependency } from "../../cli/old-auth/packages.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { catalogNamed, rangeBehind } from "../../cli/project/catalogs.js";
import {
  installedVersion,
  isNewerVersion,
  knownVersion,
  lowestVersion,
  majorOf,
  majorVersion,
} from "../../cli/project/versions.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import { nuxt } from "../../templates/frameworks/nuxt/support.js";
import { sveltekit } from "../../templates/frameworks/sveltekit/support.js";
import type { FrameworkSupport } from "../../templates/frameworks/support.js";

/** @throws CliError exit 3 for versions whose modules and options are others, and where a catalog hides the version */
export function assertKnownVersion(facts: ProjectFacts, range: string | undefined): void {
  const behind = rangeBehind(facts, "next-auth", range);
  if (range !== undefined && behind === undefined && majorVersion(facts, "next-auth") === undefined)
    throw new CliError(
      "AUTH_E_MIGRATE_VERSION",
      `package.json leaves the version of next-auth to the catalog "${catalogNamed(range)}", and no catalog of that name has it.`,
      {
        exitCode: exitCodes.conflict,
        hint: "Nothing was written. Write the version of next-auth into package.json, then run auth migrate again.",
      },
    );
  // 0.0.0-… are builds of version 5.
  const major = lowestVersion(behind)?.major;
  if (major === undefined || major >= 4) return;
  throw new CliError("AUTH_E_MIGRATE_VERSION", `next-auth ${major} is too old to migrate from.`, {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Upgrade to next-auth 4 first, following its own guide, then run auth migrate again.",
  });
}

export function isNextAuth4(facts: ProjectFacts, range: string | undefined): boolean {
  if (range === undefined) return false;
  const behind = rangeBehind(facts, "next-auth", range) ?? "";
  const lowest = lowestVersion(behind);
  if (lowest) return lowest.major < 5;
  // A tag or a range without a lower end: what is installed or locked decides, and the tags of version 5 are known.
  const isTagged = ["beta", "next", "canary"].some((tag) => behind.includes(tag));
  return !isTagged && (majorVersion(facts, "next-auth") ?? 4) < 5;
}

/** The old packages that an app had before it was migrated, as the journal of that run has them. */
export function formerDependencies(root: string): readonly OldDependency[] {
  for (const { command, files } of readJournals(nodeDisk, root)) {
    const before = files.find((one) => one.path === "package.json")?.before?.base64;
    if (command !== "migrate" || before === undefined) continue;
    const old = oldDependencies(Buffer.from(before, "base64").toString("utf8"));
    if (old.length > 0) return old;
  }
  return [];
}

/** The framework of an old package that is for one alone. */
const frameworks: Readonly<Record<string, FrameworkSupport>> = {
  "@auth/sveltekit": sveltekit,
  "@sidebase/nuxt-auth": nuxt,
  "nuxt-auth-utils": nuxt,
};

/** @throws CliError exit 3 for a version of the framework that this package has no module for */
export function assertKnownFramework(facts: ProjectFacts, names: readonly string[]): void {
  const oldest = names.map((name) => frameworks[name]?.oldest).find((one) => one !== undefined);
  if (oldest === undefined) return;
  const declared = knownVersion(facts, oldest.package);
  const installed = installedVersion(facts.root, oldest.package);
  // A range says from where on; what it takes in may be newer, in the same major version.
  const isOld =
    installed === undefined
      ? declared !== undefined && declared.major < (majorOf(oldest.version) ?? 0)
      : isNewerVersion(oldest.version, installed);
  if (!isOld) return;
  const version = installed ?? declared?.version;
  throw new CliError(
    "AUTH_E_MIGRATE_VERSION",
    `${oldest.package} ${version} is too old to migrate: ${oldest.version} is the oldest that works here.`,
    {
      exitCode: exitCodes.conflict,
      hint: `Nothing was written. Update ${oldest.package} first, following its own guide, then run auth migrate again.`,
    },
  );
}
