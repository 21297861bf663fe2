import type { Framework } from "../../templates/frameworks/framework.js";
import { frameworks, plainServer } from "../../templates/frameworks/index.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { CommandContext } from "../../cli/terminal/context.js";
import { configFile, type OpenConfiguration } from "./auth-place.js";
import { detectConfigured } from "./configuration.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { projectPath } from "../../cli/project/files.js";
import { assertPackageManager } from "../../cli/project/package-manager.js";

/** The project of a command with its configuration: the one that `--config` names, or the one that was found. */
export async function openProject({ options, io, cwd, output }: CommandContext): Promise<ConfiguredProject> {
  const hints = {
    packageManager: assertPackageManager(options.text("packageManager")),
    userAgent: io.env["npm_config_user_agent"],
    server: options.text("server"),
    framework: options.text("framework"),
  };
  const chosen = options.text("config");
  const project = await detectConfigured(cwd, hints, ({ root }) =>
    chosen === undefined ? undefined : projectPath(root, cwd, chosen),
  );
  output.configuration(project.configuration);
  return project;
}

/** @throws CliError when there is no configuration, or when nothing says which one is meant */
export async function openConfiguration(
  { options, cwd }: CommandContext,
  project: ConfiguredProject,
): Promise<OpenConfiguration> {
  const env = options.text("env");
  return {
    source: await configFile(project),
    framework: frameworkOf(project),
    env: env === undefined ? undefined : projectPath(project.root, cwd, env),
  };
}

/** The subpath whose function takes the configuration says it; the dependencies say it otherwise. */
function frameworkOf({ configuration, frameworks: used }: ConfiguredProject): Framework {
  for (const { module } of configuration?.calls ?? []) {
    const found = [...used, ...frameworks].find(({ subpath }) => module === `${packageName}/${subpath}`);
    if (found) return found;
  }
  return used[0] ?? plainServer;
}
