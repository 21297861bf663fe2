/** Plugins into the list of an auth configuration, and out of it. */
import { lineAt } from "../source/text/layout.js";
import type { ModulePlace } from "../source/syntax/syntax.js";
import type { OpenModule, SourceText } from "../source/names/names.js";
import { detectStyle, requote } from "../source/text/text-style.js";
import type { LeavingPlugin } from "../source/providers/plugins-place.js";
import type { ListEdit } from "./auth-file.js";
import { insertItems } from "./comma-list.js";
import { addOptions, type OwnPackage } from "./config-option.js";
import { addImports, type WantedImport } from "./imports.js";
import { splice } from "../source/text/text-edit.js";

/** A plugin for a configuration. */
export interface WantedPlugin {
  readonly id: string;
  /** Module of the factory, and its name there. */
  readonly subpath: string;
  readonly factory: string;
  readonly options?: GivenOptions | undefined;
}

/** What the factory is given. */
export interface GivenOptions {
  /** Source of options with a value. */
  readonly begun: string;
  /** Names of options that a file of the project exports by the same names. */
  readonly own: readonly string[];
  /** Functions of that file that the options with a value call. */
  readonly calls?: readonly string[];
  /** That file, as another one imports from it. */
  readonly specifierFrom: (file: string) => string;
}

/** Calls of the factories, and their imports, by names that the file does not use for something else. */
async function callsFor({ file, text }: SourceText, wanted: readonly WantedPlugin[]) {
  const { locateModule } = await import("../source/syntax/syntax.js");
  const place = locateModule(text, file);
  const style = detectStyle(text);
  const calls = wanted.map(({ subpath, factory, options }) => {
    const called = bind(place, { specifier: subpath, name: factory, other: `${factory}Plugin` });
    const specifier = options?.specifierFrom(file) ?? "";
    const given = (options?.own ?? []).map((name) => ({
      name,
      ...bind(place, { specifier, name, other: `${factory}${capital(name)}` }),
    }));
    const helpers = (options?.calls ?? []).map((name) => ({
      name,
      ...bind(place, { specifier, name, other: `${factory}${capital(name)}` }),
    }));
    const members = given.map(({ name, local }) => (local === name ? name : `${name}: ${local}`));
    const begun = helpers.reduce(
      (code, { name, local }) => code.replaceAll(`${name}(`, `${local}(`),
      requote(options?.begun ?? "", style.quote),
    );
    const argument = options ? `{ ${[...members, begun].join(", ")} }` : "";
    return {
      call: `${called.local}(${argument})`,
      imports: [called, ...given, ...helpers].flatMap(({ imports }) => imports),
    };
  });
  return { calls: calls.map(({ call }) => call), imports: calls.flatMap(({ imports }) => imports) };
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** An export of a module, by the name that the file has for it, and the import where there is none. */
function bind(
  { kind, imports: present, names }: ModulePlace,
  { specifier, name, other }: { specifier: string; name: string; other: string },
): { readonly local: string; readonly imports: readonly WantedImport[] } {
  const known = present.find((one) => one.specifier === specifier && !one.typeOnly)?.names[name];
  if (known !== undefined) return { local: known, imports: [] };
  const local = names.has(name) ? other : name;
  const binding = local === name ? name : `${name}${kind === "require" ? ": " : " as "}${local}`;
  return { local, imports: [{ specifier, names: [binding] }] };
}

/** Adds plugins that the configuration lacks: to its list, or with the option. */
export async function addPlugins(
  source: SourceText,
  own: OwnPackage,
  wanted: readonly WantedPlugin[],
  open: OpenModule,
): Promise<ListEdit> {
  const { countSyntaxErrors, locateModule } = await import("../source/syntax/syntax.js");
  const { locatePlugins } = await import("../source/providers/plugins-place.js");
  const located = locatePlugins(source, own.name, open);
  if (located.kind === "manual") return located;
  const missing = wanted.filter(({ id }) => !located.ids.includes(id));
  if (missing.length === 0) return { kind: "edits", file: source.file, edits: [] };
  if (located.kind === "absent") {
    const { calls, imports } = await callsFor(source, missing);
    const options = [{ name: "plugins", value: `[${calls.join(", ")}]` }];
    return { file: source.file, ...(await addOptions(source, own, { options, imports }, open)) };
  }
  const { file, text, list } = located;
  const { calls, imports } = await callsFor({ file, text }, missing);
  const style = detectStyle(text);
  const edits = [
    ...addImports(text, locateModule(text, file), imports, style),
    ...insertItems(text, list, calls, style),
  ];
  if (countSyntaxErrors(splice(text, edits), file) > 0)
    return { kind: "manual", file, line: lineAt(text, list.open), why: "the list cannot be extended safely" };
  return { kind: "edits", file, edits };
}

/** A configuration without the plugins that were named. */
export type PluginRemoval =
  | {
      readonly kind: "edits";
      /** Files that change, with their new text. */
      readonly files: readonly SourceText[];
      /** Ids that were in the configuration. */
      readonly removed: readonly string[];
      /** A comment inside of a removed entry is gone with it. */
      readonly comments: boolean;
    }
  | { readonly kind: "manual"; readonly file: string; readonly line: number; readonly why: string };

/** Takes plugins out, with the imports that only they had; a list without a plugin goes with its option. */
export async function removePlugins(
  source: SourceText,
  packageName: string,
  leaving: readonly LeavingPlugin[],
  open: OpenModule,
): Promise<PluginRemoval> {
  const { cutPlugin } = await import("../source/providers/plugins-place.js");
  const { removePluginCut } = await import("./plugin-entry.js");
  const now = new Map<string, string>();
  const see: OpenModule = (from, specifier) => {
    const found = open(from, specifier);
    return found && { ...found, text: now.get(found.file) ?? found.text };
  };
  const removed = new Set<string>();
  let comments = false;
  for (const one of leaving) {
    const cut = cutPlugin({ ...source, text: now.get(source.file) ?? source.text }, packageName, one, see);
    if (cut.kind === "manual") return cut;
    if (cut.kind === "absent") continue;
    now.set(cut.file, removePluginCut(cut));
    removed.add(one.id);
    comments ||= cut.hasComment;
  }
  const files = [...now].map(([file, text]) => ({ file, text }));
  return { kind: "edits", files, removed: [...removed], comments };
}
