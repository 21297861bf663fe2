import { findFramework, frameworks, type FrameworkDescriptor } from "../templates/frameworks.js";
import { packageName } from "../templates/package.js";
import { carryOut, recoverProject } from "./carry-out.js";
import { promptsFor, readStdin, type CommandContext, type CommandResult } from "./context.js";
import { callbackUrl, chooseProvider, planAddProviders } from "./plan/provider.js";
import { detect, type ProjectFacts } from "./project/detect.js";
import { projectPath } from "./project/files.js";
import { assertPackageManager } from "./project/package-manager.js";
import { CliError, usageError } from "./ui/errors.js";

/** `auth add-provider`: the same four steps as init, on the configuration that is there. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, cwd, output } = context;
  const ids = [...new Set(args)];
  const single = ["clientId", "clientSecretStdin", "issuer"].filter(
    (name) => options.text(name) ?? options.is(name),
  );
  if (ids.length > 1 && (single.length > 0 || options.list("param").length > 0)) {
    throw usageError(
      "AUTH_E_ONE_PROVIDER",
      "Client id, secret, issuer and parameters belong to one provider.",
      "Add the providers one by one.",
    );
  }
  const clientSecret = options.is("clientSecretStdin")
    ? await readStdin(context, "The client secret")
    : undefined;
  const choices = ids.map((id) =>
    chooseProvider(id, {
      clientId: options.text("clientId"),
      clientSecret,
      issuer: options.text("issuer"),
      params: readParams(options.list("param")),
      force: options.is("force"),
    }),
  );
  const packageManager = assertPackageManager(options.text("packageManager"));
  recoverProject(context);
  const facts = detect(cwd, { packageManager });
  const pathOf = (flag: string) => {
    const file = options.text(flag);
    return file === undefined ? undefined : projectPath(facts.root, cwd, file);
  };
  const authFile = pathOf("config") ?? facts.authFile;
  const text = authFile === undefined ? undefined : facts.files.read(authFile)?.text;
  if (authFile === undefined || text === undefined) {
    throw new CliError(
      "AUTH_E_NO_CONFIG",
      authFile
        ? `There is no file ${authFile}.`
        : `No file of this project imports ${packageName} and has providers.`,
      {
        hint: authFile
          ? "Check --config."
          : "Set the project up first: auth init. Or name the file: --config PATH",
      },
    );
  }
  const framework = frameworkOf(facts, text);
  const plan = await planAddProviders(facts, framework, authFile, choices, { env: pathOf("env") });
  await carryOut(context, plan, facts, await promptsFor(context));
  const providers = choices.map(({ entry, env }) => ({
    id: entry.id,
    name: entry.name,
    callbackUrl: callbackUrl(facts, framework, entry.id),
    console: entry.console,
    docs: entry.docs,
    env: env.map(({ key }) => key),
  }));
  if (!options.is("dryRun")) {
    output.result(
      { providers },
      providers.map((one) => `${one.name}: callback URL ${one.callbackUrl}`).join("\n"),
    );
  }
}

function readParams(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at < 1)
        throw usageError(
          "AUTH_E_PARAM",
          `--param ${pair} is not name=value.`,
          "For instance: --param tenant=common",
        );
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}

/** The subpath that the configuration imports says it; the dependencies say it otherwise. */
function frameworkOf(facts: ProjectFacts, text: string): FrameworkDescriptor {
  const door = new RegExp(`["']${packageName}/([\\w-]+)["']`, "g");
  for (const [, name] of text.matchAll(door)) {
    const found = frameworks.find((one) => one.door === name);
    if (found) return found;
  }
  const fallback = facts.frameworks[0] ?? findFramework("express");
  if (fallback) return fallback;
  throw usageError("AUTH_E_NO_FRAMEWORK", "The framework of this project is not known.");
}
