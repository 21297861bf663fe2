/** Which versions of next-auth and of a framework an app comes from. */
import type { ProjectFacts } from "../../cli/project/facts.js";
import {
  installedVersion,
  isNewerVersion,
  lowestVersion,
  majorOf,
  majorVersion,
} from "../../cli/project/versions.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import { nuxt } from "../../templates/frameworks/nuxt/support.js";
import { sveltekit } from "../../templates/frameworks/sveltekit/support.js";
import type { FrameworkSupport } from "../../templates/frameworks/support.js";

/** @throws CliError exit 3 for versions whose modules and options are others */
export function assertKnownVersion(range: string | undefined): void {
  // 0.0.0-… are builds of version 5.
  const major = lowestVersion(range)?.major;
  if (major === undefined || major >= 4) return;
  throw new CliError("AUTH_E_MIGRATE_VERSION", `next-auth ${major} is too old to migrate from.`, {
    exitCode: exitCodes.conflict,
    hint: "Nothing was written. Upgrade to next-auth 4 first, following its own guide, then run auth migrate again.",
  });
}

export function isNextAuth4(facts: ProjectFacts, range: string | undefined): boolean {
  if (range === undefined) return false;
  const lowest = lowestVersion(range);
  if (lowest) return lowest.major < 5;
  // A tag, a catalogue or a range without a lower end: what is installed decides, and the tags of version 5 are known.
  return !/beta|next|canary/.test(range) && (majorVersion(facts, "next-auth") ?? 4) < 5;
}

/** The framework of an old package that is for one alone. */
const frameworks: Readonly<Record<string, FrameworkSupport>> = {
  "@auth/sveltekit": sveltekit,
  "@sidebase/nuxt-auth": nuxt,
  "nuxt-auth-utils": nuxt,
};

/** @throws CliError exit 3 for a version of the framework that this package has no module for */
export function assertKnownFramework({ root, packageJson }: ProjectFacts, names: readonly string[]): void {
  const oldest = names.map((name) => frameworks[name]?.oldest).find((one) => one !== undefined);
  if (oldest === undefined) return;
  const { dependencies, devDependencies } = packageJson;
  const declared = lowestVersion(dependencies[oldest.package] ?? devDependencies[oldest.package]);
  const installed = installedVersion(root, oldest.package);
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
