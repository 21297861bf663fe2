import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import {
  choosePlugin,
  lacksAdapter,
  needsTransport,
  planAddPlugins,
  refuseWithoutAdapter,
} from "../additions/plugins.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { optionOf } from "../../cli/source/configuration/literals.js";
import { takenAddresses } from "../steps/taken-addresses.js";
import { chooseStore, readStoreFlags } from "../steps/store-flags.js";
import { askTransport, transportFlags } from "../steps/transport.js";

const hasOwnPages = ({ configuration }: ConfiguredProject): boolean =>
  optionOf(configuration, "pageAddresses") !== undefined;

/** `auth add-plugin`: plugins into the configuration, and their tables into the store. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output, io } = context;
  const chosen = idsOf(args).map(choosePlugin);
  const flags = readStoreFlags(options);
  const mails = transportFlags(options);
  recoverProject(context);
  const facts = await openProject(context);
  const opened = await openConfiguration(context, facts);
  const prompts = await promptsFor(context);
  const lacks = lacksAdapter(facts);
  if (lacks && flags.support === undefined && !prompts.interactive)
    refuseWithoutAdapter(chosen.map(({ id }) => id));
  const plan = await planAddPlugins(facts, opened, chosen, {
    install: !options.isOff("install"),
    taken: hasOwnPages(facts) ? (await takenAddresses(facts, opened.framework, io.env)).addresses : [],
    transport: needsTransport(facts, chosen) ? await askTransport(mails, prompts) : undefined,
    links: mails.links,
    store: lacks ? { ...(await chooseStore(flags, facts, prompts)), session: flags.session } : undefined,
  });
  await executePlan(context, plan, facts, prompts);
  if (options.is("dryRun")) return;
  const plugins = chosen.map(({ id, tables }) => ({ id, tables: tables.map(({ name }) => name) }));
  output.result({ plugins }, "");
}
