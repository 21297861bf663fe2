import { nodeDisk } from "../../cli/apply/disk.js";
import { readJournals } from "../../cli/apply/journal-folder.js";
import { catalog } from "../../providers/catalog.js";
import { openConfiguration, openProject } from "../steps/open-configuration.js";
import { executePlan, recoverProject } from "../steps/execute-plan.js";
import { idsOf, promptsFor, type CommandContext, type CommandResult } from "../../cli/terminal/context.js";
import { planRemoveProviders, type EarlierPlans } from "./plan.js";
import { unknownProvider } from "../additions/provider.js";

function earlierPlans(root: string): EarlierPlans {
  const files = readJournals(nodeDisk, root)
    .filter(({ isOwn }) => isOwn)
    .flatMap((journal) => journal.files);
  const has = (base64: string | undefined, text: string) =>
    Buffer.from(base64 ?? "", "base64")
      .toString("utf8")
      .includes(text);
  return {
    made: new Set(files.filter(({ before }) => before === null).map((one) => one.path)),
    wrote: (file, text) =>
      files.some(
        (one) => one.path === file && has(one.after, text) && one.before && !has(one.before.base64, text),
      ),
  };
}

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
    earlierPlans(facts.root),
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
