/** Which framework `auth init` sets up: that of a flag, that of the project, or the one that somebody is asked for. */
import { assertNotOther, isAnsweredByOther, noFramework } from "./seen.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { closest } from "../../cli/terminal/closest.js";
import { CliError, exitCodes, usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";
import { findFramework, frameworks } from "../../templates/frameworks/index.js";
import type { Framework } from "../../cli/project/framework.js";

/** @throws CliError exit 2 for an id that there is no framework of */
export function frameworkFlag(id: string): Framework {
  const found = findFramework(id);
  if (found) return found;
  assertNotOther(id);
  const known = frameworks.map((one) => one.id);
  const near = closest(id, [...known, ...frameworks.flatMap(({ aliases }) => aliases)]);
  throw usageError(
    "AUTH_E_UNKNOWN_FRAMEWORK",
    `There is no framework "${id}".`,
    near ? `Did you mean ${near}?` : `Known frameworks: ${known.join(", ")}`,
  );
}

/** A word that means several, such as "next", means the one that the project uses. */
function fits(facts: ConfiguredProject, given: string): Framework {
  const used = facts.frameworks.find(({ id, aliases }) => id === given || aliases.includes(given));
  if (used) return used;
  const framework = frameworkFlag(given);
  const { dependency } = framework;
  if (facts.frameworks.some((one) => one.dependency === dependency)) return framework;
  if (dependency === undefined) {
    throw usageError(
      "AUTH_E_NO_SERVER",
      `No file of this project makes a server of ${framework.name} alone.`,
      "Leave --framework out, or name the file that makes it: --server src/server.ts",
    );
  }
  throw new CliError("AUTH_E_FRAMEWORK_MISSING", `package.json does not name ${dependency}.`, {
    exitCode: exitCodes.usage,
    hint: `Install it first: ${facts.packageManager.name} install ${dependency}`,
  });
}

/** The one of a flag, or of an answer; none whose lines another framework would keep from every request. */
export async function meantFramework(
  facts: ConfiguredProject,
  given: string | undefined,
  prompts: Prompts,
  from: string,
): Promise<Framework> {
  const framework = given === undefined ? await chooseFramework(facts, prompts, from) : fits(facts, given);
  if (isAnsweredByOther(facts, framework)) throw noFramework(facts, from);
  return framework;
}

async function chooseFramework(facts: ConfiguredProject, prompts: Prompts, from: string): Promise<Framework> {
  const [first, ...others] = facts.frameworks;
  if (!first) throw noFramework(facts, from);
  if (others.length === 0) return first;
  const choices = facts.frameworks.map(({ id, name }) => ({ value: id, label: name }));
  const id = await prompts.select({ message: "Which framework is meant?", flag: "--framework ID" }, choices);
  return findFramework(id) ?? first;
}
