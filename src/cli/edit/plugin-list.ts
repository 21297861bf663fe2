/** Plugins into the list of an auth configuration, and out of it. */
import { lineAt } from "../source/text/layout.js";
import type { OpenModule, SourceText } from "../source/names/names.js";
import { detectStyle } from "../source/text/text-style.js";
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
}

/** Calls of the factories, and their imports, by names that the file does not use for something else. */
async function callsFor({ file, text }: SourceText, wanted: readonly WantedPlugin[]) {
  const { locateModule } = await import("../source/syntax/syntax.js");
  const { kind, imports: present, names } = locateModule(text, file);
  const calls = wanted.map(({ subpath, factory }) => {
    const known = present.find(({ specifier, typeOnly }) => specifier === subpath && !typeOnly);
    const local = known?.names[factory];
    if (local !== undefined) return { call: `${local}()`, imported: undefined };
    const name = names.has(factory) ? `${factory}Plugin` : factory;
    const binding = name === factory ? factory : `${factory}${kind === "require" ? ": " : " as "}${name}`;
    return { call: `${name}()`, imported: { specifier: subpath, names: [binding] } };
  });
  return {
    calls: calls.map(({ call }) => call),
    imports: calls.flatMap(({ imported }): WantedImport[] => (imported ? [imported] : [])),
  };
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
  ids: readonly string[],
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
  for (const id of ids) {
    const cut = cutPlugin({ ...source, text: now.get(source.file) ?? source.text }, packageName, id, see);
    if (cut.kind === "manual") return cut;
    if (cut.kind === "absent") continue;
    now.set(cut.file, removePluginCut(cut));
    removed.add(id);
    comments ||= cut.hasComment;
  }
  const files = [...now].map(([file, text]) => ({ file, text }));
  return { kind: "edits", files, removed: [...removed], comments };
}
