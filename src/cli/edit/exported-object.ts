/** A member of the object that a file of settings exports: `next.config.ts` and the like. */
import { lineAt } from "../source/text/layout.js";
import type { SourceText } from "../source/names/names.js";
import { detectStyle } from "../source/text/text-style.js";
import { cutItem, insertItems } from "./comma-list.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";

/**
 * Adds a member. One that is there with another value is for a person to decide about.
 *
 * @param value its source, with double quotes
 */
export async function setExportedMember(
  source: SourceText,
  name: string,
  value: string,
): Promise<EditResult> {
  const { locateExportedObject } = await import("../source/names/exported-object.js");
  const { countSyntaxErrors } = await import("../source/syntax/syntax.js");
  const { file, text } = source;
  const located = locateExportedObject(source);
  if (located.kind === "unreadable")
    return { kind: "manual", line: lineAt(text, located.offset), why: located.why };
  const { list, members } = located.place;
  const style = detectStyle(text);
  const wanted = value.replaceAll('"', style.quote);
  const present = members.get(name);
  if (present?.value.slice(1, -1) === wanted.slice(1, -1)) return { kind: "edits", edits: [] };
  if (present) return { kind: "manual", line: lineAt(text, present.start), why: `there is another ${name}` };
  const edits = insertItems(text, list, [`${name}: ${wanted}`], style);
  if (countSyntaxErrors(splice(text, edits), file) > 0)
    return { kind: "manual", line: lineAt(text, list.open), why: "the object cannot be extended safely" };
  return { kind: "edits", edits };
}

/** Takes a member out that has this value and no other; none where there is no such member. */
export async function cutExportedMember(
  source: SourceText,
  name: string,
  value: string,
): Promise<readonly TextEdit[]> {
  const { locateExportedObject } = await import("../source/names/exported-object.js");
  const { file, text } = source;
  const located = locateExportedObject(source);
  if (located.kind === "unreadable") return [];
  const { list, members } = located.place;
  const member = members.get(name);
  if (member?.value !== value.replaceAll('"', detectStyle(text).quote)) return [];
  const edits = cutItem(text, list, member);
  const { countSyntaxErrors } = await import("../source/syntax/syntax.js");
  return countSyntaxErrors(splice(text, edits), file) > 0 ? [] : edits;
}
