/** Where the plugins of a configuration stand. Loads the TypeScript parser, so import it lazily. */
import path from "node:path";
import type { Span } from "../../edit/comma-list.js";
import { OptionReader } from "../configuration/config-options.js";
import { lineAt } from "../text/layout.js";
import type { Names, OpenModule, SourceText } from "../names/names.js";
import { placedList, type PlacedList } from "../syntax/placed-list.js";
import { findPlugins, isPluginModule, type ListedPlugin, type PluginLists } from "./plugins.js";
import { hasComment, namesIn } from "./provider-removal.js";
import { readConfiguration } from "./providers.js";
import { withoutSourceEnding } from "../text/file-names.js";
import { syntaxErrorIn, ts, visit } from "../syntax/syntax.js";

/** Where a person has to look. */
interface ByHand {
  readonly kind: "manual";
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

/** The plugins of a configuration and the place for further ones; `absent`: it has no list yet. */
export type LocatedPluginList =
  | ({ readonly kind: "found"; readonly list: PlacedList; readonly ids: PluginIds } & SourceText)
  | { readonly kind: "absent"; readonly ids: PluginIds }
  | ByHand;

type PluginIds = readonly (string | undefined)[];

export function locatePlugins(source: SourceText, packageName: string, open: OpenModule): LocatedPluginList {
  const read = readLists(source, packageName, open);
  if (read.kind === "manual") return read;
  const { member, list, listed } = read.lists;
  const ids = listed.map(({ id }) => id);
  if (member === undefined) return { kind: "absent", ids };
  if (list === undefined) return byHand(member, "`plugins` is not a plain list");
  const { fileName: file, text } = list.getSourceFile();
  return { kind: "found", file, text, ids, list: placedList(list, list.elements) };
}

type ReadLists = { readonly kind: "read"; readonly lists: PluginLists; readonly names: Names } | ByHand;

function readLists(source: SourceText, packageName: string, open: OpenModule): ReadLists {
  const { roots, names } = readConfiguration(source, packageName, open);
  const error = syntaxErrorIn(names.source(source));
  if (error !== undefined) {
    const line = lineAt(source.text, error);
    return { kind: "manual", file: source.file, line, why: "the file has a syntax error" };
  }
  const reader = new OptionReader(names);
  const all = roots.map((root) => findPlugins(reader.of(root), names));
  const members = new Set(all.flatMap(({ member }) => (member ? [member] : [])));
  const [first, other] = members;
  if (first && other) return byHand(other, "there is more than one list of plugins");
  const lists = all.find(({ member }) => member !== undefined) ?? {
    member: undefined,
    list: undefined,
    listed: [],
  };
  return { kind: "read", lists, names };
}

function byHand(node: ts.Node, why: string): ByHand {
  const { fileName, text } = node.getSourceFile();
  return { kind: "manual", file: fileName, line: lineAt(text, node.getStart()), why };
}

/** What goes with a plugin: an item of a list, and names whose imports may be for nothing then. */
export interface PluginCut extends SourceText {
  readonly kind: "cut";
  readonly list: PlacedList;
  readonly item: Span;
  /** Names that the item has from modules of plugins, and from the file of its options. */
  readonly names: ReadonlySet<string>;
  readonly hasComment: boolean;
}

/** A plugin that is to go. */
export interface LeavingPlugin {
  readonly id: string;
  /** Name of the file that its options come from, without the ending: what is imported of it goes along. */
  readonly optionsFile?: string | undefined;
}

/** The cut that takes a plugin out of a configuration. */
export function cutPlugin(
  source: SourceText,
  packageName: string,
  { id, optionsFile }: LeavingPlugin,
  open: OpenModule,
): PluginCut | ByHand | { readonly kind: "absent" } {
  const read = readLists(source, packageName, open);
  if (read.kind === "manual") return read;
  const { member, list, listed } = read.lists;
  if (member !== undefined && list === undefined) return byHand(member, "`plugins` is not a plain list");
  const found = listed.find((one) => one.id === id);
  if (found === undefined) return { kind: "absent" };
  if (!found.isPlain) return byHand(found.element, "it is not an entry of its own in the list");
  const { fileName: file, text } = found.list.getSourceFile();
  const { item, items } = widest(found, member);
  return {
    kind: "cut",
    file,
    text,
    list: items,
    item: { start: item.getStart(), end: item.getEnd() },
    names: pluginNames(found.element, read.names, optionsFile),
    hasComment: hasComment(item.getText()),
  };
}

/** The only plugin goes with the option that holds it, where that stands in the same object literal. */
function widest({ element, list }: ListedPlugin, member: ts.Node | undefined) {
  const isOnly = list.elements.length === 1;
  if (isOnly && member && ts.isPropertyAssignment(member) && member.initializer === list) {
    const { parent } = member;
    return { item: member, items: placedList(parent, parent.properties) };
  }
  return { item: element, items: placedList(list, list.elements) };
}

/** With what its options take from the module of a plugin, and from a file of their own. */
function pluginNames(
  element: ts.Expression,
  names: Names,
  optionsFile: string | undefined,
): ReadonlySet<string> {
  const all = namesIn(element);
  const own = new Set<string>();
  visit(element, (node) => {
    if (!ts.isIdentifier(node) || !all.has(node.text)) return;
    const meaning = names.meaning(node);
    if (meaning === undefined) return;
    const isOwn =
      meaning.kind === "outside"
        ? isPluginModule(meaning.specifier)
        : stemOf(meaning.node.getSourceFile().fileName) === optionsFile;
    if (isOwn) own.add(node.text);
  });
  return own;
}

const stemOf = (file: string): string => withoutSourceEnding(path.posix.basename(file));
