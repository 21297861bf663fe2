/** Which version of next-auth an app comes from. */
import type { ProjectFacts } from "../../cli/project/facts.js";
import { lowestVersion, majorVersion } from "../../cli/project/versions.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";

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
