import type { Framework } from "../../templates/frameworks/framework.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { SourceText } from "../../cli/source/names/names.js";
import { severalText } from "../../cli/project/candidates.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import { assertNothingOld } from "../../cli/old-auth/old-auth.js";

/** What commands that change a configuration start from. */
export interface OpenConfiguration {
  readonly source: SourceText;
  readonly framework: Framework;
  /** Env file to write, relative to the project; undefined: the framework's own. */
  readonly env: string | undefined;
}

/**
 * The file to start from when the configuration of a project is changed.
 * @throws CliError AUTH_E_NO_CONFIG when there is none, AUTH_E_OLD_AUTH when next-auth or @auth/* has it, AUTH_E_SEVERAL_CONFIGS when nothing says which one is meant
 */
export async function configFile(project: ConfiguredProject): Promise<SourceText> {
  const { authFile: file, files } = project;
  assertOneConfiguration(project);
  const text = file === undefined ? undefined : files.read(file)?.text;
  if (file !== undefined && text !== undefined) return { file, text };
  await assertNothingOld(project);
  throw new CliError(
    "AUTH_E_NO_CONFIG",
    `No file of this project imports ${packageName} and has providers.`,
    { hint: `Run npx ${packageName} init first, or name the file with --config PATH` },
  );
}

/** @throws CliError AUTH_E_SEVERAL_CONFIGS when nothing says which configuration is meant */
export function assertOneConfiguration({ candidates }: ConfiguredProject): void {
  const [first] = candidates;
  if (first === undefined) return;
  throw new CliError("AUTH_E_SEVERAL_CONFIGS", severalText(candidates), {
    exitCode: exitCodes.conflict,
    hint: `Nothing was written. Name the one that is meant: --config ${first.path}`,
  });
}
