/** Takes the entry of one provider out of its file. Loads the TypeScript parser, so import it lazily. */
import type { Entry } from "../source/providers/list-entries.js";
import {
  cutOfEntry,
  factoryOf,
  hasComment,
  namesIn,
  unusedConstant,
  unusedImport,
  type Removal,
} from "../source/providers/provider-removal.js";
import { countSyntaxErrors } from "../source/syntax/syntax.js";
import { variablesRead } from "../source/syntax/variables.js";
import { cutItem, cutStatement } from "./comma-list.js";
import { splice, type TextEdit } from "../source/text/text-edit.js";
import { lineAt } from "../source/text/layout.js";

/** A file without the entry and the imports that only it had used, or why a person has to take it out. */
export type EntryRemoval =
  | {
      readonly kind: "edits";
      readonly file: string;
      readonly text: string;
      /** Names of environment variables that the entry had read. */
      readonly variables: readonly string[];
      readonly hasComment: boolean;
      /** The constant that held the provider, when nothing uses it any more. */
      readonly leftOver: { readonly name: string; readonly line: number } | undefined;
    }
  | { readonly kind: "manual"; readonly file: string; readonly line: number; readonly why: string };

export function removeEntry(entry: Entry): EntryRemoval {
  const { fileName: file, text: before } = entry.value.getSourceFile();
  const line = lineAt(before, entry.value.getStart());
  const cut = cutOfEntry(entry);
  if (typeof cut === "string") return { kind: "manual", file, line, why: cut };
  const own = namesIn(factoryOf(entry.value));
  let text = splice(before, editsOf(before, cut));
  for (;;) {
    const unused = unusedImport(text, file, namesIn(entry.element), own);
    if (!unused) break;
    text = splice(text, editsOf(text, unused));
  }
  if (countSyntaxErrors(text, file) > 0)
    return { kind: "manual", file, line, why: "it cannot be taken out safely" };
  const code = entry.element.getText();
  const constant = unusedConstant(text, file, own);
  return {
    kind: "edits",
    file,
    text,
    variables: variablesRead(code),
    hasComment: hasComment(code),
    leftOver: constant && { name: constant.name, line: lineAt(text, constant.start) },
  };
}

export function editsOf(text: string, cut: Removal): TextEdit[] {
  if (cut.kind === "item") return cutItem(text, cut.list, cut.item);
  return [cut.kind === "statement" ? cutStatement(text, cut.span) : { ...cut.span, text: "" }];
}
