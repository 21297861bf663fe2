import type { OpenModule, SourceText } from "../source/names/names.js";
import type { EntryRemoval } from "./provider-entry.js";
import { lineAt } from "../source/text/layout.js";

/** A configuration without the providers that were named. */
export type Removal =
  | {
      readonly kind: "edits";
      /** Files that change, with their new text. */
      readonly files: readonly SourceText[];
      /** Ids that were in the configuration. */
      readonly removed: readonly string[];
      /** Names of environment variables that the removed entries had read. */
      readonly variables: readonly string[];
      /** A comment inside of a removed entry is gone with it. */
      readonly comments: boolean;
      /** No provider is left. */
      readonly empty: boolean;
      /** Constants that held a removed provider and are used no more. */
      readonly leftOver: readonly { readonly file: string; readonly line: number; readonly name: string }[];
    }
  | { readonly kind: "manual"; readonly file: string; readonly line: number; readonly why: string };

/**
 * Takes providers out of a configuration, written by us or by hand: element or statement, and the imports that nothing
 * else uses. Comments beside an entry stay.
 */
export async function removeProviders(
  source: SourceText,
  packageName: string,
  ids: readonly string[],
  open: OpenModule = () => undefined,
): Promise<Removal> {
  const { firstSyntaxError } = await import("../source/syntax/syntax.js");
  const { locateProviders, readConfiguration } = await import("../source/providers/providers.js");
  const { removeEntry } = await import("./provider-entry.js");
  const error = firstSyntaxError(source.text, source.file);
  if (error !== undefined) {
    const line = lineAt(source.text, error);
    return { kind: "manual", file: source.file, line, why: "the file has a syntax error" };
  }
  const now = new Map<string, string>();
  const see: OpenModule = (from, specifier) => {
    const found = open(from, specifier);
    return found && { ...found, text: now.get(found.file) ?? found.text };
  };
  const read = () =>
    readConfiguration({ ...source, text: now.get(source.file) ?? source.text }, packageName, see);
  if (!read().lists) {
    const located = locateProviders(source, packageName, open);
    if (located.kind === "unreadable") {
      const { file, text, offset, why } = located;
      return { kind: "manual", file, line: lineAt(text, offset), why };
    }
  }
  const removed = new Set<string>();
  const entries: (EntryRemoval & { kind: "edits" })[] = [];
  for (let found = read(); ; found = read()) {
    const one = found.listed.find(({ id }) => id !== undefined && ids.includes(id));
    if (!one?.id) break;
    const entry = removeEntry(one.entry);
    if (entry.kind === "manual") return entry;
    now.set(entry.file, entry.text);
    removed.add(one.id);
    entries.push(entry);
  }
  return {
    kind: "edits",
    files: [...now].map(([file, text]) => ({ file, text })),
    removed: [...removed],
    variables: [...new Set(entries.flatMap(({ variables }) => variables))],
    comments: entries.some(({ hasComment }) => hasComment),
    empty: removed.size > 0 && read().listed.length === 0,
    leftOver: entries.flatMap(({ file, leftOver }) => (leftOver ? [{ file, ...leftOver }] : [])),
  };
}
