/** `auth migrate --alias`: this package stands in place of `@auth/core`, and the app stays as it is. */
import { packageName } from "../../../cli/formats/own-package.js";
import { memberOf, removeJson, setJson } from "../../../cli/formats/json-file.js";
import { setInYaml } from "../../../cli/formats/workspace-file.js";
import { PlanBuilder } from "../../../cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import type { Progress } from "../../../cli/terminal/progress.js";
import type { Migration } from "../migration.js";
import { differencesOf } from "./differences.js";
import { carriedOf, findIntegrations, isReplaceable, type Found } from "./found.js";
import { coreName } from "../../../cli/project/alias.js";
import { assertInstalled, foreignCopy } from "./installed.js";
import { lockedCopies, readLock, type Lock } from "./lock.js";
import { assertNodeModules, assertUnpinned } from "./obstacles.js";
import { entryOf, inRoot, placeOf, type AliasPlace } from "./place.js";
import { sourceOf, type AliasSource } from "./source.js";

export interface AliasOptions {
  readonly from: string | undefined;
  readonly cwd: string;
  readonly force: boolean;
  /** Without it, a person is told to. */
  readonly installs: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
}

export interface AliasMigration extends Migration {
  /** @throws CliError where the install did not lead to what was asked for */
  readonly assertInstalled: () => void;
}

export async function planAlias(facts: ProjectFacts, options: AliasOptions): Promise<AliasMigration> {
  assertNodeModules(facts, options.env);
  const lock = readLock(facts);
  const found = carriedOf(findIntegrations(facts, lock));
  const place = placeOf(facts, options.env["npm_config_user_agent"]);
  const source = sourceOf(facts, options.from, options.cwd);
  assertUnpinned(facts, place, source);
  const differences = await differencesOf(facts, found, options.progress);

  const builder = new PlanBuilder(facts, { force: options.force });
  const isWritten = [
    place.byDependency && planDependency(builder, place, source),
    planOverride(builder, place, place.byDependency ? `$${coreName}` : source.spec),
    place.byDependency && planLockedCopies(builder, lock),
  ].some(Boolean);
  const isDone = !isWritten && foreignCopy(facts, found) === undefined;
  if (!isDone) planInstall(builder, place, options);
  if (!isDone) notes(builder, found);
  return {
    plan: builder.finish("migrate"),
    // Said while the app is one of theirs, not again.
    todo: isDone ? [] : differences,
    kept: keptOf(found),
    from: [coreName],
    assertInstalled: () => assertInstalled(facts, found, source),
  };
}

/** What npm's override refers to, in the section where it is. */
function planDependency(builder: PlanBuilder, { file }: AliasPlace, { spec }: AliasSource): boolean {
  const text = builder.text(file) ?? "{}";
  const sections = ["dependencies", "devDependencies", "optionalDependencies"];
  const section = sections.find((one) => memberOf(text, [one, coreName])) ?? "dependencies";
  const edits = setJson(text, [section, coreName], spec, { sorted: true });
  const reason = `${coreName} is ${spec}`;
  builder.edit(file, { kind: "edits", edits }, { kind: "dependency", reason, already: reason, snippet: "" });
  return edits.length > 0;
}

function planOverride(builder: PlanBuilder, place: AliasPlace, target: string): boolean {
  const { file, section } = place;
  const isYaml = file.endsWith(".yaml");
  const [first = ""] = section;
  const text = builder.text(file) ?? (isYaml ? "" : "{}");
  const result = isYaml
    ? setInYaml(text, first, coreName, target)
    : ({ kind: "edits", edits: setJson(text, entryOf(place), target) } as const);
  const reason = `${section.join(".")}: ${coreName} is ${target} for every package`;
  const snippet = `${first}:\n  '${coreName}': ${target}`;
  builder.edit(file, result, { kind: "dependency", reason, already: reason, snippet });
  return result.kind === "manual" || result.edits.length > 0;
}

/** npm keeps what is locked below a package: what has to go, goes before it installs. */
function planLockedCopies(builder: PlanBuilder, lock: Lock | undefined): boolean {
  const { facts } = builder;
  const copies = lockedCopies(lock);
  if (lock === undefined || copies.length === 0) return false;
  const file = inRoot(facts, lock.name);
  for (const key of copies) {
    const edits = removeJson(builder.text(file) ?? "{}", ["packages", key]);
    const reason = `${key} goes`;
    builder.edit(
      file,
      { kind: "edits", edits },
      { kind: "dependency", reason, already: reason, snippet: "" },
    );
  }
  return true;
}

function planInstall(builder: PlanBuilder, { install }: AliasPlace, { installs }: AliasOptions): void {
  const { workspaceRoot } = builder.facts;
  const words = install.join(" ");
  if (installs) builder.install(install, workspaceRoot, words);
  else builder.next(`Install the dependencies: ${words}`);
}

const keptOf = (found: readonly Found[]): readonly string[] => [
  ...new Set(
    found
      .filter(({ name }) => name !== coreName)
      .map(({ name, version }) => `${name} ${version ?? ""}`.trim()),
  ),
];

function notes(builder: PlanBuilder, found: readonly Found[]): void {
  builder.next("Keep AUTH_SECRET and everybody stays signed in");
  const replaced = keptOf(found.filter(isReplaceable));
  const others = keptOf(found.filter((one) => !isReplaceable(one)));
  if (replaced.length > 0)
    builder.next(
      `${replaced.join(", ")} stays: auth migrate replaces it by ${packageName}, whenever you like`,
    );
  if (others.length > 0) builder.next(`${others.join(", ")} stays: auth migrate does not replace it yet`);
}
