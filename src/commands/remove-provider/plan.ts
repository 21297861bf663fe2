import type { CatalogEntry } from "../../providers/kit/catalog-entry.js";
import type { Framework } from "../../cli/project/framework.js";
import { supportOf } from "../../templates/frameworks/index.js";
import { packageName } from "../../cli/formats/own-package.js";
import { removeProviders, type Removal } from "../../cli/edit/auth-file-removal.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import { stagedModules, stagedProject } from "../../cli/plan/staged-project.js";
import type { OpenConfiguration } from "../steps/open-configuration.js";
import { parseEnv } from "../../cli/formats/env-file.js";
import { listSources } from "../../cli/project/sources.js";
import { envPlace } from "../../cli/plan/places.js";
import { envComment, variablesOf } from "../additions/provider.js";
import { planWellKnownGone } from "../additions/well-known.js";
import { switchOf } from "../additions/provider-needs.js";
import { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { Plan } from "../../cli/plan/plan.js";

/** A provider to take out; one that is not in the catalogue can still be in a configuration. */
export interface Leaving {
  readonly id: string;
  readonly entry: CatalogEntry | undefined;
}

/** What plans of ours have done, as far as this machine knows. */
export interface EarlierPlans {
  /** Files of the project. */
  readonly made: ReadonlySet<string>;
  /** Whether one put a text into a file that was there. */
  wrote(file: string, text: string): boolean;
}

export interface RemovalPlan {
  readonly plan: Plan;
  /** Ids that were in the configuration. */
  readonly removed: readonly string[];
  /** Variables that went, and those that stay because they have values or other code names them. */
  readonly env: { readonly removed: readonly string[]; readonly kept: readonly string[] };
}

/**
 * `auth remove-provider`: what `add-provider` does, the other way round. Values in env files stay.
 */
export async function planRemoveProviders(
  facts: ConfiguredProject,
  { source, framework, env }: OpenConfiguration,
  leaving: readonly Leaving[],
  earlier: EarlierPlans,
): Promise<RemovalPlan> {
  const builder = new PlanBuilder(facts);
  const ids = leaving.map(({ id }) => id);
  const open = stagedModules(builder);
  const removal = await removeProviders(source, packageName, ids, open);
  if (removal.kind === "manual") {
    builder.edit(removal.file, removal, {
      reason: "",
      already: "",
      snippet: `// Take ${ids.join(", ")} out of the providers, and the import with it.`,
    });
    return { plan: builder.finish("remove-provider"), removed: [], env: { removed: [], kept: [] } };
  }
  for (const { file, text } of removal.files) {
    const edits = [{ start: 0, end: builder.text(file)?.length ?? 0, text }];
    const reason = `takes ${removal.removed.join(", ")} out of the providers`;
    builder.edit(file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
  }
  for (const { id } of leaving.filter((one) => !removal.removed.includes(one.id)))
    builder.step({
      kind: "edit",
      path: source.file,
      status: "already",
      reason: `${id}: not in the providers`,
    });
  warnAbout(builder, removal);
  for (const { id, entry } of leaving)
    if (entry && removal.removed.includes(id)) warnAboutSwitch(builder, entry);
  await planLinesOfApp({ builder, framework }, source.file, removal.removed, earlier);
  const { file: envFile, example } = envPlace(facts, framework, env);
  const { mentions } = await import("../../cli/source/names/code-names.js");
  const { files } = stagedProject(builder);
  const reader = (name: string) =>
    [...listSources(facts.files)].find((file) => mentions(readIfText(files, file)?.text ?? "", file, name));
  const variables = planEnvRemoval(builder, leaving, removal, {
    envFile,
    example,
    made: earlier.made,
    reader,
  });
  for (const { id, entry } of leaving)
    if (entry?.console && removal.removed.includes(id))
      builder.next(`Delete the registration of this app at ${entry.console}`);
  return { plan: builder.finish("remove-provider"), removed: removal.removed, env: variables };
}

/** What the app has for a provider outside of the configuration. */
async function planLinesOfApp(
  context: { builder: PlanBuilder<ConfiguredProject>; framework: Framework },
  authFile: string,
  removed: readonly string[],
  { wrote }: EarlierPlans,
): Promise<void> {
  const providers = context.builder.facts.configuration?.providers ?? [];
  const gone = providers.filter(({ module }) => module !== undefined && removed.includes(module));
  await planWellKnownGone(context, authFile, { providers: gone });
  const left = providers.filter(({ id }) => id === undefined || !removed.includes(id));
  for (const id of removed) await supportOf(context.framework).refuseForm?.({ ...context, left, wrote }, id);
}

function warnAbout(builder: PlanBuilder, removal: Removal & { kind: "edits" }): void {
  if (removal.empty)
    builder.warn("AUTH_W_NO_PROVIDERS", "No provider is left: nobody can sign in until one is added.");
  if (removal.comments)
    builder.warn("AUTH_W_COMMENT", "Comments inside of a removed entry go with it; --dry-run shows them.");
  for (const { file, line, name } of removal.leftOver)
    builder.warn("AUTH_W_LEFT_OVER", `${file}:${line}: \`${name}\` is not used any more.`);
}

/** A switch that is on for nothing is said at each start of the app. */
function warnAboutSwitch(builder: PlanBuilder<ConfiguredProject>, entry: CatalogEntry): void {
  const { configuration } = builder.facts;
  const path = switchOf(entry);
  const left = path && configuration?.options.find((one) => one.path === path);
  if (left) {
    const where = `${left.at.path}: ${path}`;
    builder.warn("AUTH_W_LEFT_OVER", `${where} stays; without ${entry.name} nothing may need it.`);
  }
}

/** Variables that no other part of the project names. */
function planEnvRemoval(
  builder: PlanBuilder,
  leaving: readonly Leaving[],
  removal: Removal & { kind: "edits" },
  options: {
    envFile: string;
    example: string;
    made: ReadonlySet<string>;
    /** A source file that names a variable once the provider is gone. */
    reader: (name: string) => string | undefined;
  },
): RemovalPlan["env"] {
  const own = leaving.flatMap(({ entry }) =>
    entry ? variablesOf(entry).map((key) => ({ key, comment: envComment(entry) })) : [],
  );
  const byHand = removal.variables
    .filter((name) => own.every(({ key }) => key !== name))
    .map((key) => ({ key }));
  const removed = new Set<string>();
  const kept = new Set<string>();
  const isThere = (key: string) =>
    [options.envFile, options.example].some((file) =>
      parseEnv(builder.text(file) ?? "").some((one) => one.key === key),
    );
  const keys = [...own, ...byHand].filter(({ key }) => {
    const reader = isThere(key) ? options.reader(key) : undefined;
    if (reader === undefined) return true;
    kept.add(key);
    builder.warn("AUTH_W_ENV_KEPT", `${key} stays: ${reader} names it.`);
    return false;
  });
  for (const [file, secret] of [
    [options.envFile, true],
    [options.example, false],
  ] as const) {
    const words = { secret, reason: "has no value, goes", made: options.made.has(file) };
    const done = builder.removeEnv(file, keys, words);
    for (const key of done.removed) removed.add(key);
    for (const { key } of done.kept) kept.add(key);
    if (done.kept.length === 0) continue;
    const lines = done.kept.map(({ key, line }) => `${key} (line ${line})`).join(", ");
    builder.warn("AUTH_W_ENV_KEPT", `${file}: ${lines} may go; a value is never removed for you.`);
  }
  return { removed: [...removed], kept: [...kept] };
}
