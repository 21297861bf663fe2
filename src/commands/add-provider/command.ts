import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import {
  idsOf,
  promptsFor,
  readStdin,
  type CommandContext,
  type CommandResult,
} from "../../cli/terminal/context.js";
import { planAddProviders } from "../additions/add-providers.js";
import { isEmpty } from "../../cli/plan/plan.js";
import { asRead, chooseProvider, hasCallback, type ProviderAnswers } from "../additions/provider.js";
import { callbackUrl, signOutAddresses } from "../additions/registered-addresses.js";
import { lacksStore } from "../additions/provider-needs.js";
import { chooseStore, readStoreFlags } from "../steps/store-flags.js";
import { askTransportId } from "../steps/transport.js";
import { usageError } from "../../cli/terminal/errors.js";
import type { Prompts } from "../../cli/terminal/prompts.js";
import { verifyChoices } from "./verify-choices.js";

/** `auth add-provider`: the same four steps as init, on the configuration that is there. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const ids = idsOf(args);
  const storeFlags = readStoreFlags(options);
  const prompts = await promptsFor(context);
  const answers = await readAnswers(context, ids, prompts);
  const chosen = ids.map((id) => chooseProvider(id, answers));
  recoverProject(context);
  const facts = await openProject(context);
  const opened = await openConfiguration(context, facts);
  const { framework, env } = opened;
  const choices = chosen.map((choice) => asRead(facts, choice));
  const entries = choices.map(({ entry }) => entry);
  const plan = await planAddProviders(facts, opened, choices, {
    install: !options.isOff("install"),
    store: lacksStore(facts, entries)
      ? { ...(await chooseStore(storeFlags, facts, prompts)), session: storeFlags.session }
      : undefined,
  });
  const verified = options.is("verify")
    ? await verifyChoices(context, choices, { facts, framework, answers, env })
    : undefined;
  await executePlan(context, plan, facts, prompts);
  const providers = await Promise.all(
    choices.map(async ({ entry, env: variables }) => ({
      id: entry.id,
      name: entry.name,
      callbackUrl: await callbackUrl(facts, framework, entry.id),
      signOut: await signOutAddresses(facts, framework, entry),
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

/** @throws CliError exit 2 for flags that belong to one provider beside several */
async function readAnswers(
  context: CommandContext,
  ids: readonly string[],
  prompts: Prompts,
): Promise<ProviderAnswers> {
  const { options } = context;
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
  return {
    clientId: options.text("clientId"),
    clientSecret: options.is("clientSecretStdin") ? await readStdin(context, "The client secret") : undefined,
    issuer: options.text("issuer"),
    params: readParams(options.list("param")),
    force: options.is("force"),
    transport: await chooseTransport(context, ids, prompts),
    isConfigured: true,
  };
}

/** What sends the mails of `email`. */
async function chooseTransport(
  { options }: CommandContext,
  ids: readonly string[],
  prompts: Prompts,
): Promise<string | undefined> {
  const given = options.text("transport");
  if (!ids.includes("email")) {
    if (given === undefined) return undefined;
    throw usageError(
      "AUTH_E_TRANSPORT",
      "--transport says what sends the mails of the provider email.",
      `Run: auth add-provider email --transport ${given}`,
    );
  }
  return given ?? askTransportId(prompts);
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
