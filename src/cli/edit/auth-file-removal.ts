import { cutItem, cutStatement } from "./comma-list.js";
import type { OpenModule, SourceText } from "../source/names.js";
import type { Cut } from "../source/provider-removal.js";
import { lineAt, splice, type TextEdit } from "./text-edit.js";

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
  const { countSyntaxErrors, firstSyntaxError } = await import("../source/syntax.js");
  const { locateProviders, readConfiguration } = await import("../source/providers.js");
  const { cutOfEntry, factoryOf, hasComment, namesIn, unusedConstant, unusedImport } =
    await import("../source/provider-removal.js");
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
  const variables = new Set<string>();
  const leftOver: { file: string; line: number; name: string }[] = [];
  let comments = false;
  for (let found = read(); ; found = read()) {
    const one = found.listed.find(({ id }) => id !== undefined && ids.includes(id));
    if (!one?.id) break;
    const { entry } = one;
    const { fileName, text } = entry.value.getSourceFile();
    const cut = cutOfEntry(entry);
    if (typeof cut === "string")
      return { kind: "manual", file: fileName, line: lineAt(text, entry.value.getStart()), why: cut };
    const code = entry.element.getText();
    for (const [, name] of code.matchAll(/\benv\b(?:\??\.|\[["'])([A-Z][A-Z0-9_]*)/g))
      if (name) variables.add(name);
    comments ||= hasComment(code);
    let next = splice(text, editsOf(text, cut));
    const own = namesIn(factoryOf(entry.value));
    const names = namesIn(entry.element);
    for (;;) {
      const unused = unusedImport(next, fileName, names, own);
      if (!unused) break;
      next = splice(next, editsOf(next, unused));
    }
    if (countSyntaxErrors(next, fileName) > 0) {
      const line = lineAt(text, entry.value.getStart());
      return { kind: "manual", file: fileName, line, why: "it cannot be taken out safely" };
    }
    const constant = unusedConstant(next, fileName, own);
    if (constant) leftOver.push({ file: fileName, name: constant.name, line: lineAt(next, constant.start) });
    now.set(fileName, next);
    removed.add(one.id);
  }
  return {
    kind: "edits",
    files: [...now].map(([file, text]) => ({ file, text })),
    removed: [...removed],
    variables: [...variables],
    comments,
    empty: removed.size > 0 && read().listed.length === 0,
    leftOver,
  };
}

function editsOf(text: string, cut: Cut): TextEdit[] {
  if (cut.kind === "item") return cutItem(text, cut.list, cut.item);
  return [cut.kind === "statement" ? cutStatement(text, cut.span) : { ...cut.span, text: "" }];
}
