import { openConfiguration, openProject } from "../cli/open-configuration.js";
import { carryOut, recoverProject } from "../cli/carry-out.js";
import { idsOf, promptsFor, readStdin, type CommandContext, type CommandResult } from "../cli/context.js";
import { isEmpty } from "../cli/plan/plan.js";
import { asRead, callbackUrl, chooseProvider, hasCallback, planAddProviders } from "../cli/plan/provider.js";
import { usageError } from "../cli/terminal/errors.js";
import { verifyChoices } from "../cli/verify-choices.js";

/** `auth add-provider`: the same four steps as init, on the configuration that is there. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const ids = idsOf(args);
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
  const answers = {
    clientId: options.text("clientId"),
    clientSecret,
    issuer: options.text("issuer"),
    params: readParams(options.list("param")),
    force: options.is("force"),
  };
  const chosen = ids.map((id) => chooseProvider(id, answers));
  recoverProject(context);
  const facts = await openProject(context);
  const opened = openConfiguration(context, facts);
  const { framework, env } = opened;
  const choices = chosen.map((choice) => asRead(facts, choice));
  const plan = await planAddProviders(facts, opened, choices, !options.isOff("install"));
  const verified = options.is("verify")
    ? await verifyChoices(context, choices, { facts, framework, answers, env })
    : undefined;
  await carryOut(context, plan, facts, await promptsFor(context));
  const providers = await Promise.all(
    choices.map(async ({ entry, env: variables }) => ({
      id: entry.id,
      name: entry.name,
      callbackUrl: await callbackUrl(facts, framework, entry.id),
      console: entry.console,
      docs: entry.docs,
      env: variables.map(({ key }) => key),
    })),
  );
  if (!options.is("dryRun")) {
    // On a terminal the steps that are next have just named them.
    const isTold = context.io.stdout.isTTY === true && !options.is("quiet") && !isEmpty(plan);
    const registered = new Set(choices.flatMap(({ entry }) => (hasCallback(entry) ? entry.id : [])));
    const lines = providers.flatMap(({ id, name, callbackUrl: url }) =>
      registered.has(id) ? [`${name}: callback URL ${url}`] : [],
    );
    output.report({ providers, ...(verified && { verified }) }, isTold ? "" : lines.join("\n"));
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
