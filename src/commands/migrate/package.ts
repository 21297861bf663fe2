import gtr from "semver/ranges/gtr.js";
import validRange from "semver/ranges/valid.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { TextEdit } from "../../cli/source/text/text-edit.js";
import { removeInYaml } from "../../cli/formats/workspace-file.js";
import { coreName } from "../../cli/project/alias.js";
import { memberOf, removeJson, setJson } from "../../cli/formats/json-file.js";
import {
  adapterSwaps,
  isUnreplaced,
  oldDependencies,
  type OldDependency,
} from "../../cli/old-auth/packages.js";
import { catalogNamed } from "../../cli/project/catalogs.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { majorVersion } from "../../cli/project/versions.js";
import { addCommand, installCommand } from "../../cli/project/package-manager.js";
import type { Progress } from "../../cli/terminal/progress.js";
import { planProduction } from "../additions/production.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

export interface MigrateOptions {
  /** The packages are installed, a person is told to, or the plan of another package does either. */
  readonly install: "run" | "tell" | "elsewhere";
  readonly force: boolean;
  /** The last plan that was applied here was one of `migrate`. */
  readonly isRepeated: boolean;
  readonly progress: Progress;
}

/** Packages that stay: published adapters work with this runtime as they are. */
export function keptAdapters({ packageJson }: ProjectFacts): string[] {
  return Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies }).filter((name) =>
    /^@auth\/[\w-]+-adapter$/.test(name),
  );
}

/** What the files of the project say of the old packages. */
export interface OldNames {
  readonly stays: (name: string) => boolean;
  /** Something patches a package that goes: an install would fail. */
  readonly isPatched: boolean;
}

/** Integrations of the old family that have no counterpart here. */
export const unreplaced = ({ packageJson }: ProjectFacts): string[] =>
  Object.keys(packageJson.dependencies).filter((name) => name.startsWith("@auth/") && isUnreplaced(name));

/** Our package in; the old ones out, unless something still names them. */
export function planPackage(
  builder: PlanBuilder,
  { stays, isPatched }: OldNames,
  { install, isRepeated }: MigrateOptions,
): void {
  const { facts } = builder;
  const file = "package.json";
  const old = oldDependencies(builder.text(file) ?? "{}");
  const inPeers = planPeers(builder);
  // Read behind the ranges: places in a text are good for that text alone.
  const before = builder.text(file) ?? "{}";
  const edits = ownSections(facts, old).flatMap((section) =>
    setJson(before, [section, packageName], facts.ownRange, { sorted: true }),
  );
  builder.edit(
    file,
    { kind: "edits", edits },
    {
      kind: "dependency",
      reason: `${packageName} ${facts.ownRange}`,
      already: `${packageName} is there`,
      snippet: "",
    },
  );
  const isSwapped = swapAdapters(builder);
  let changed = planProduction(builder) || inPeers || isSwapped || edits.length > 0;
  for (const { name, section, range } of old) {
    const step = { kind: "dependency", path: file } as const;
    if (stays(name)) {
      builder.step({ ...step, status: "already", reason: `${name} stays until nothing names it` });
      continue;
    }
    const removed = removeJson(builder.text(file) ?? "{}", [section, name]);
    const words = { kind: step.kind, reason: `${name} goes`, already: "", snippet: "" };
    builder.edit(file, { kind: "edits", edits: removed }, words);
    changed = true;
    const catalog = catalogNamed(range);
    if (catalog !== undefined)
      builder.next(
        `Once no package asks for it, take ${name} out of the catalog "${catalog}" of the workspace`,
      );
  }
  changed = dropAlias(builder, stays(coreName)) || changed;
  // An earlier run may have changed package.json and failed at the install.
  if (!changed && (facts.installed || !isRepeated)) return;
  planInstall(builder, install, hurdleOf(isPatched, isExcluded(facts, old, stays)));
}

/** Where package.json is to name our package; who has the old ones from elsewhere has ours from there, too. */
function ownSections({ declared, packageJson }: ProjectFacts, old: readonly OldDependency[]): string[] {
  if (declared || packageName in packageJson.peerDependencies || old.length === 0) return [];
  const [first = "dependencies"] = old.flatMap(({ section }) =>
    section === "devDependencies" ? [] : section,
  );
  const isTried = first === "peerDependencies" && old.some(({ section }) => section === "devDependencies");
  // A package that leaves the choice to its users has one to develop with.
  return isTried ? [first, "devDependencies"] : [first];
}

/** What has to be done before an install can end well. */
function hurdleOf(isPatched: boolean, excluded: boolean): string | undefined {
  if (isPatched) return "Once the patches listed are out";
  return excluded ? "Once nothing names the old packages" : undefined;
}

/** Nothing names `@auth/core` any more: what `auth migrate --alias` wrote goes, where no other package needs it. */
function dropAlias(builder: PlanBuilder, isNamed: boolean): boolean {
  const { facts } = builder;
  const { alias, root, workspaceRoot } = facts;
  const overrides = isNamed ? [] : (alias?.overrides ?? []);
  const [first] = overrides;
  if (first === undefined) return false;
  if (root !== workspaceRoot) {
    builder.next(`Once no package needs ${coreName}, take its override out of ${first.file}`);
    return false;
  }
  for (const { file, keys } of overrides) {
    const text = builder.text(file) ?? "";
    const edits = file.endsWith(".yaml") ? removeInYaml(text, keys) : removeWhole(text, keys);
    const reason = `${keys.join(".")} goes`;
    builder.edit(file, { kind: "edits", edits }, { kind: "dependency", reason, already: "", snippet: "" });
  }
  return true;
}

/** Objects that hold nothing else go too. */
function removeWhole(text: string, keys: readonly string[]): TextEdit[] {
  const above = keys.slice(0, -1);
  const isLast = above.length > 0 && memberOf(text, above)?.node.members?.length === 1;
  return isLast ? removeWhole(text, above) : removeJson(text, keys);
}

/** An old package that stays takes no version of a peer that ours takes. */
const isExcluded = (
  facts: ProjectFacts,
  old: readonly { readonly name: string }[],
  stays: (name: string) => boolean,
): boolean => excludedPeers(facts).length > 0 && old.some(({ name }) => stays(name));

/** @param hurdle until this is done, the install would fail */
function planInstall(
  builder: PlanBuilder,
  install: MigrateOptions["install"],
  hurdle: string | undefined,
): void {
  const { facts } = builder;
  const command = installCommand(facts.packageManager.name);
  const words = command.join(" ");
  if (install === "run" && hurdle !== undefined)
    builder.next(`${hurdle}, install the dependencies: ${words}`);
  else if (install === "run") builder.install(command, facts.root, words);
  else if (install === "tell") builder.next(`Install the dependencies: ${words}`);
}

/** Adapters of next-auth 4 make room for those that work here, in the section where they are. */
function swapAdapters(builder: PlanBuilder): boolean {
  const { packageJson } = builder.facts;
  const found = (["dependencies", "devDependencies"] as const).flatMap((section) =>
    Object.keys(packageJson[section]).flatMap((name) => {
      const swap = adapterSwaps[name];
      return swap ? [{ section, name, swap }] : [];
    }),
  );
  for (const { section, name, swap } of found) {
    const file = "package.json";
    const step = { kind: "dependency", already: "", snippet: "" } as const;
    const added = setJson(builder.text(file) ?? "{}", [section, swap.to], swap.range, { sorted: true });
    const reason = `${swap.to} ${swap.range}: the same tables as ${name}`;
    if (!(swap.to in packageJson[section]))
      builder.edit(file, { kind: "edits", edits: added }, { ...step, reason });
    const removed = removeJson(builder.text(file) ?? "{}", [section, name]);
    builder.edit(file, { kind: "edits", edits: removed }, { ...step, reason: `${name} goes` });
  }
  return found.length > 0;
}

/** Optional packages that the old ones took in versions which ours no longer takes: the oldest that it does. */
export const raisedPeers = {
  "@simplewebauthn/browser": 14,
  "@simplewebauthn/server": 14,
  nodemailer: 7,
} as const;

/** Those that the project names: the old packages and ours take no common version of them. */
export const excludedPeers = ({ packageJson }: ProjectFacts): string[] =>
  Object.keys(raisedPeers).filter(
    (name) => name in packageJson.dependencies || name in packageJson.devDependencies,
  );

/** An install with two ranges that exclude each other fails, so the range goes up with the change that needs it. */
function planPeers(builder: PlanBuilder): boolean {
  const raised = Object.entries(raisedPeers).filter(([name, least]) => raisePeer(builder, name, least));
  return raised.length > 0;
}

function raisePeer(builder: PlanBuilder, name: string, least: number): boolean {
  const { facts } = builder;
  const { dependencies, devDependencies } = facts.packageJson;
  const section = name in dependencies ? "dependencies" : "devDependencies";
  const range = dependencies[name] ?? devDependencies[name];
  const major = range === undefined ? undefined : majorVersion(facts, name);
  const written = validRange(range);
  if (written === null || !gtr(`${least}.0.0`, written)) {
    if (major !== undefined && major < least)
      builder.warn(
        "AUTH_W_PEER",
        `${name} ${major} is too old: ${addCommand(facts.packageManager.name).join(" ")} ${name}@${least}`,
      );
    return false;
  }
  const edits = setJson(builder.text("package.json") ?? "{}", [section, name], `^${least}.0.0`);
  const reason = `${name} ^${least}.0.0 for ${range}: ${packageName} takes none before ${least}`;
  builder.edit(
    "package.json",
    { kind: "edits", edits },
    { kind: "dependency", reason, already: "", snippet: "" },
  );
  builder.next(
    `${name} goes from ${range} to ^${least}.0.0: code of your own that imports it may have to follow`,
  );
  return true;
}
