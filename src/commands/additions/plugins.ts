/** `auth add-plugin` and `auth remove-plugin`: which plugins are meant, and what they change. */
import { catalog } from "../../providers/catalog.js";
import { ownPackage, supportOf } from "../../templates/frameworks/index.js";
import {
  findPlugin,
  plugins,
  type TableKeeper,
  tableKeepers,
  tablesOf,
} from "../../templates/plugins/index.js";
import type { PluginSupport } from "../../templates/plugins/plugin.js";
import { packageName } from "../../cli/formats/own-package.js";
import { stores } from "../../templates/stores/index.js";
import type { StoreContext } from "../../templates/stores/support.js";
import { addPlugins, removePlugins } from "../../cli/edit/plugin-list.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { addCommand } from "../../cli/project/package-manager.js";
import { closest } from "../../cli/terminal/closest.js";
import { CliError, exitCodes, usageError } from "../../cli/terminal/errors.js";
import { planMissingStore, planProviderEntries, type AddedStore } from "./add-providers.js";
import { stagedModules } from "../../cli/plan/staged-project.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import type { Plan } from "../../cli/plan/plan.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { noteOptionFiles, planOptionFiles, pluginsByHand } from "./plugin-options.js";
import {
  notePages,
  type PageContext,
  pagesOf,
  planAbove,
  planAboveGone,
  planForgotten,
  planLinks,
  planLinksGone,
  planNames,
} from "./plugin-pages.js";
import { transports } from "./provider.js";
import type { ProviderChoice } from "../../templates/provider-choice.js";
import { placesWith } from "../../cli/plan/page-places.js";
import { planWellKnown, planWellKnownGone, wellKnownNames } from "./well-known.js";
import { projectStore } from "./project-store.js";
import { planSignIn } from "./sender.js";

/** @throws CliError exit 2 for an id that no plugin has */
export function choosePlugin(id: string): PluginSupport {
  const found = findPlugin(id);
  if (found) return found;
  const ids = plugins.map((one) => one.id);
  const near = closest(id, ids);
  throw usageError(
    "AUTH_E_UNKNOWN_PLUGIN",
    `There is no plugin "${id}".`,
    near ? `Did you mean ${near}?` : `There are: ${ids.join(", ")}`,
  );
}

/** @throws CliError exit 2 for plugins that a configuration lacks which is there: init leaves it as it is */
export function assertPlugins(
  { authFile, configuration }: ConfiguredProject,
  wanted: readonly PluginSupport[],
): void {
  if (authFile === undefined || configuration === undefined || configuration.unreadable.length > 0) return;
  const missing = wanted.filter(({ id }) => !configuration.plugins.some((one) => one.id === id));
  if (missing.length === 0) return;
  const command = `auth add-plugin ${missing.map(({ id }) => id).join(" ")}`;
  throw usageError(
    "AUTH_E_CONFIG_THERE",
    `${authFile} is there already, and init leaves it as it is.`,
    `Nothing was written. Run: ${command}`,
    [{ command: `npx ${command}`, why: `It adds what ${authFile} lacks.` }],
  );
}

/** Whether nothing that can be read keeps the rows of plugins. */
export function lacksAdapter({ configuration }: ConfiguredProject): boolean {
  if (configuration === undefined || configuration.unreadable.length > 0) return false;
  return !configuration.options.some(({ path }) => path === "adapter");
}

/** @throws CliError exit 2: nobody said which store is to be added, and nobody can be asked */
export function refuseWithoutAdapter(ids: readonly string[]): never {
  const command = `auth add-plugin ${ids.join(" ")} --adapter kysely`;
  throw usageError(
    "AUTH_E_PLUGIN_STORE",
    `The configuration has no adapter, and ${ids.join(", ")} ${ids.length > 1 ? "keep" : "keeps"} rows in one.`,
    `Nothing was written. Run auth add-adapter kysely first, or: ${command}`,
    [{ command: `npx ${command}`, why: "It adds a store with the plugins." }],
  );
}

/** `auth add-plugin`: the configuration, a store where one is missing, the tables in it. */
export async function planAddPlugins(
  facts: ConfiguredProject,
  { source, framework, env }: OpenConfiguration,
  chosen: readonly PluginSupport[],
  { install, store, transport, links, taken }: AddedWithPlugins,
): Promise<Plan> {
  const builder = new PlanBuilder(facts);
  const context = { builder, framework, source };
  if (transport) await planProviderEntries(context, [transport], { env, install });
  else if (links)
    await planSignIn(
      builder,
      transports.map(({ id }) => id),
    );
  if (store) await planMissingStore(staged(context), { ...store, env, install });
  const places = await placesWith(builder, framework, { plugins: chosen.map(({ id }) => id), taken });
  planNames(builder, places);
  const linked = await planLinks({ ...context, places }, chosen);
  await planPluginEntries({ ...staged(context), places, linked }, chosen);
  await planAbove({ ...context, places }, chosen);
  if (places.addresses.length > 0) await supportOf(framework).leadTo?.(context, places.addresses);
  await planWellKnown(context, source.file, wellKnownNames({ plugins: chosen, providers: [] }));
  if (!transport && lacksMail(facts, chosen)) noteMail(context, chosen);
  return builder.finish("add-plugin");
}

/** What comes along with plugins. */
export interface AddedWithPlugins {
  readonly install: boolean;
  readonly store: AddedStore | undefined;
  /** Sends their mails. */
  readonly transport: ProviderChoice | undefined;
  /** A provider that is there for mails alone signs in by links, too. */
  readonly links: boolean;
  /** Addresses at which the app answers; none where the pages stay below the path of the endpoints. */
  readonly taken: readonly string[];
}

/** Plugins into the configuration, their tables into the store that is there with the steps so far. */
export async function planPluginEntries(
  context: PageContext,
  chosen: readonly PluginSupport[],
): Promise<void> {
  await planList(context, chosen);
  await planTables(context, chosen);
  await notePages(context, chosen);
  for (const { optional } of chosen) if (optional) noteOptional(context, optional);
}

function noteOptional(
  { builder }: StoreContext,
  { package: name, range, gives }: NonNullable<PluginSupport["optional"]>,
): void {
  const { packageJson, packageManager } = builder.facts;
  if (name in packageJson.dependencies) return;
  builder.next(`${gives}: ${addCommand(packageManager.name).join(" ")} ${name}@${range}`, "later");
}

/** The file with the configuration as it is with the steps so far. */
function staged(context: StoreContext): StoreContext {
  const { file, text } = context.source;
  return { ...context, source: { file, text: context.builder.text(file) ?? text } };
}

async function planList(context: StoreContext, chosen: readonly PluginSupport[]): Promise<void> {
  const { builder, source } = context;
  const names = chosen.map(({ id }) => id).join(", ");
  const wanted = await planOptionFiles(context, chosen);
  const edit = await addPlugins(source, ownPackage, wanted, stagedModules(builder));
  builder.edit(edit.file, edit, {
    reason: `adds ${names} to the plugins`,
    already: `${names}: in the list`,
    snippet: pluginsByHand(wanted, edit.file),
  });
}

/** The tables of what keeps rows in a configuration, into a store that it gets. */
export async function planPresentTables(context: StoreContext): Promise<void> {
  const present = tableKeepers(context.builder.facts.configuration);
  if (present.length > 0) await planTables(staged(context), present);
}

/** @throws CliError exit 3 for a store that keeps no rows of plugins */
async function planTables(context: StoreContext, chosen: readonly TableKeeper[]): Promise<void> {
  const { builder } = context;
  const tables = tablesOf(chosen);
  if (tables.length === 0) return;
  const found = await projectStore(builder);
  if (found?.support.planTables) {
    const ids = chosen.map(({ id }) => id);
    return found.support.planTables(context, { tables, ids, storeFile: found.file });
  }
  if (found)
    throw new CliError(
      "AUTH_E_PLUGIN_STORE",
      `The adapter of ${found.file}, ${found.support.subpath}, keeps no rows of plugins.`,
      {
        exitCode: exitCodes.conflict,
        hint: `Nothing was written. These adapters do: ${storesWithTables}`,
      },
    );
  builder.warn(
    "AUTH_W_PLUGIN_TABLES",
    `The adapter isn't one that this command knows: make the tables ${tables.map(({ name }) => name).join(", ")} as it needs them.`,
  );
}

const storesWithTables = stores.flatMap(({ planTables: can, subpath }) => (can ? [subpath] : [])).join(", ");

/** Whether a provider that sends the mails of plugins can be added: nothing sends them, as far as can be read. */
export function needsTransport(facts: ConfiguredProject, chosen: readonly PluginSupport[]): boolean {
  return facts.configuration?.unreadable.length === 0 && lacksMail(facts, chosen);
}

/** A plugin that is in the configuration already has what it needs. */
function lacksMail({ configuration }: ConfiguredProject, chosen: readonly PluginSupport[]): boolean {
  const { plugins: present = [], providers = [] } = configuration ?? {};
  const isThere = (plugin: string) => present.some(({ id }) => id === plugin);
  const isMail = (module: string | undefined) =>
    catalog.some(({ id, type }) => id === module && type === "email");
  const isSending = chosen.some(({ id, sendsMail }) => sendsMail && !isThere(id));
  return isSending && !providers.some(({ module }) => isMail(module));
}

function noteMail({ builder }: StoreContext, chosen: readonly PluginSupport[]): void {
  const sending = chosen.flatMap(({ id, sendsMail }) => (sendsMail ? [id] : []));
  builder.next(`Add what sends the mails of ${sending.join(", ")}: auth add-provider email, or its sendMail`);
}

/** What `auth remove-plugin` does. */
export interface PluginRemovalPlan {
  readonly plan: Plan;
  /** Ids that were in the configuration. */
  readonly removed: readonly string[];
  /** Tables that stay, with their rows. */
  readonly kept: readonly string[];
}

/** `auth remove-plugin`: takes plugins out of the configuration. Tables and their rows are the app's, and stay. */
export async function planRemovePlugins(
  facts: ConfiguredProject,
  { source, framework }: OpenConfiguration,
  ids: readonly string[],
): Promise<PluginRemovalPlan> {
  const builder = new PlanBuilder(facts);
  const gone = pagesOf(facts, ids);
  planForgotten(builder, gone);
  const removal = await removePlugins(
    { ...source, text: builder.text(source.file) ?? source.text },
    packageName,
    ids.map((id) => ({ id, optionsFile: optionsFileOf(findPlugin(id)) })),
    stagedModules(builder),
  );
  if (removal.kind === "manual") {
    const snippet = `// Take ${ids.join(", ")} out of the plugins, and the import with it.`;
    builder.edit(removal.file, removal, { reason: "", already: "", snippet });
    return { plan: builder.finish("remove-plugin"), removed: [], kept: [] };
  }
  const { files, removed, comments } = removal;
  for (const { file, text } of files) {
    const edits = [{ start: 0, end: builder.text(file)?.length ?? 0, text }];
    const reason = `takes ${removed.join(", ")} out of the plugins`;
    builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
  }
  await planLinksGone({ builder, framework }, removed);
  await planAboveGone({ builder }, removed);
  for (const id of ids.filter((one) => !removed.includes(one)))
    builder.step({ kind: "edit", path: source.file, status: "already", reason: `${id}: not in the plugins` });
  if (comments)
    builder.warn("AUTH_W_COMMENT", "Comments inside of a removed entry go with it; --dry-run shows them.");
  if (gone.length > 0)
    await supportOf(framework).leadNoMore?.(
      { builder },
      gone.map(({ address }) => address),
    );
  const leaving = facts.configuration?.plugins.filter(({ id }) => id !== undefined && removed.includes(id));
  await planWellKnownGone({ builder, framework }, source.file, { plugins: leaving ?? [] });
  noteOptionFiles(builder, source.file, removed);
  const kept = keptTables(facts, removed);
  if (kept.length > 0)
    builder.next(
      `The tables stay, with their rows: ${kept.join(", ")}. Drop them when you need them no more`,
    );
  return { plan: builder.finish("remove-plugin"), removed, kept };
}

/** What the options of a plugin call or name stands there. */
const optionsFileOf = (plugin: PluginSupport | undefined): string | undefined =>
  plugin?.sparing ? "roles" : plugin?.options?.file;

/** Without those that another plugin of the configuration uses. */
function keptTables({ configuration }: ConfiguredProject, removed: readonly string[]): readonly string[] {
  const staying = (configuration?.plugins ?? []).flatMap(({ id }) =>
    id === undefined || removed.includes(id) ? [] : (findPlugin(id) ?? []),
  );
  const used = new Set(tablesOf(staying).map(({ name }) => name));
  const leaving = plugins.filter(({ id }) => removed.includes(id));
  return tablesOf(leaving).flatMap(({ name }) => (used.has(name) ? [] : [name]));
}
