import { nodeDisk } from "../../cli/apply/disk.js";
import { readJournals } from "../../cli/apply/journal-folder.js";
import { catalog } from "../../providers/catalog.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { planRemoveProviders } from "./plan.js";
import { unknownProvider } from "../additions/provider.js";

/** Files that a plan of ours made. */
const madeFiles = (root: string) =>
  new Set(
    readJournals(nodeDisk, root)
      .filter(({ isOwn }) => isOwn)
      .flatMap(({ files }) => files.filter(({ before }) => before === null).map((one) => one.path)),
  );

/** `auth remove-provider`: the inverse of add-provider, for entries that were written by hand too. */
export async function run(context: CommandContext): CommandResult {
  const { options, args, output } = context;
  const leaving = idsOf(args).map((id) => ({ id, entry: catalog.find((one) => one.id === id) }));
  recoverProject(context);
  const facts = await openProject(context);
  const unknown = leaving.find(({ entry }) => !entry);
  if (unknown && facts.authFile === undefined && facts.candidates.length === 0)
    throw unknownProvider(unknown.id);
  const { plan, removed, env } = await planRemoveProviders(
    facts,
    await openConfiguration(context, facts),
    leaving,
    madeFiles(facts.root),
  );
  // An id of the person's own is known by its place in the configuration.
  const stray = leaving.find(({ id, entry }) => !entry && !removed.includes(id));
  const readable = plan.steps.every(({ status }) => status !== "manual");
  if (stray && readable) throw unknownProvider(stray.id);
  await executePlan(context, plan, facts, await promptsFor(context));
  if (options.is("dryRun")) return;
  const providers = leaving.map(({ id, entry }) => ({
    id,
    name: entry?.name ?? id,
    removed: removed.includes(id),
  }));
  output.result({ providers, env }, "");
}
