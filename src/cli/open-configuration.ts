import type { FrameworkDescriptor } from "../templates/frameworks.js";
import type { CommandContext } from "./context.js";
import type { SourceText } from "./source/names.js";
import { configFile, frameworkOf } from "./plan/auth-place.js";
import type { ProjectFacts } from "./project/detect.js";
import { projectPath } from "./project/files.js";

/** What commands that change a configuration start from. */
export interface OpenConfiguration {
  readonly source: SourceText;
  readonly framework: FrameworkDescriptor;
  /** Env file to write, relative to the project; undefined: the framework's own. */
  readonly env: string | undefined;
}

/**
 * The configuration that `--config` names, or the one that was found.
 * @throws CliError when there is none
 */
export function openConfiguration({ options, cwd }: CommandContext, facts: ProjectFacts): OpenConfiguration {
  const pathOf = (flag: string) => {
    const file = options.text(flag);
    return file === undefined ? undefined : projectPath(facts.root, cwd, file);
  };
  const source = configFile(facts, pathOf("config"));
  return { source, framework: frameworkOf(facts, source.text), env: pathOf("env") };
}
