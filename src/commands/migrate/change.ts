/** What a rule answers: edits of one file, what is left to a person, and what becomes of names. Values, merged at the end. */
import type { WantedImport } from "../../cli/edit/imports.js";
import type { TextEdit } from "../../cli/source/text/text-edit.js";
import { breakAfter, breakBefore, isBlank, lineEnd, lineStart } from "../../cli/source/text/layout.js";
import type { Range } from "../../cli/plan/plan.js";
import type { Advice } from "./todo.js";

/** Something left to a person at an offset of the file. */
export interface PlacedTodo extends Advice {
  readonly offset: number;
}

/** One name that edits need from a module. */
export interface WantedName {
  readonly specifier: string;
  readonly name: string;
  readonly isDefault?: boolean;
}

export interface NameChanges {
  /** What the edits need from other modules. */
  readonly wanted: readonly WantedName[];
  /** Local names that the edits use. */
  readonly used: readonly string[];
  /** Local names that are used once less, each as often as it is. */
  readonly freed: readonly string[];
  /** Local names whose import goes. */
  readonly dropped: readonly string[];
}

export interface Change {
  readonly edits: readonly TextEdit[];
  readonly todos: readonly PlacedTodo[];
  readonly names: NameChanges;
}

export interface ChangeParts extends Partial<Omit<Change, "names">> {
  readonly names?: Partial<NameChanges>;
}

const noNames: NameChanges = { wanted: [], used: [], freed: [], dropped: [] };

export const changeOf = ({ edits = [], todos = [], names = {} }: ChangeParts): Change => ({
  edits,
  todos,
  names: { ...noNames, ...names },
});

export const noChange: Change = changeOf({});

export const leave = (todo: PlacedTodo): Change => changeOf({ todos: [todo] });

export const mergeChanges = (changes: readonly Change[]): Change => ({
  edits: changes.flatMap(({ edits }) => edits),
  todos: changes.flatMap(({ todos }) => todos),
  names: {
    wanted: changes.flatMap(({ names }) => names.wanted),
    used: changes.flatMap(({ names }) => names.used),
    freed: changes.flatMap(({ names }) => names.freed),
    dropped: changes.flatMap(({ names }) => names.dropped),
  },
});

/** One import for each module, in the order in which they were asked for. */
export function importsFor(
  wanted: readonly WantedName[],
): (WantedImport & { readonly names: readonly string[] })[] {
  return [...new Set(wanted.map(({ specifier }) => specifier))].map((specifier) => {
    const own = wanted.filter((one) => one.specifier === specifier);
    const whole = own.find(({ isDefault }) => isDefault)?.name;
    const names = [...new Set(own.filter(({ isDefault }) => !isDefault).map(({ name }) => name))];
    return { specifier, names, ...(whole !== undefined && { whole }) };
  });
}

/** A statement and its line; one of the empty lines around it goes too. */
export function withoutLine(text: string, { start, end }: Range): TextEdit {
  const from = lineStart(text, start);
  const to = lineEnd(text, end);
  const alone =
    isBlank(text.slice(from, start)) && isBlank(text.slice(text[end] === ";" ? end + 1 : end, to));
  if (!alone) return { start, end, text: "" };
  const above = from - breakBefore(text, from);
  const isBlankAbove = above < from && (above === 0 || breakBefore(text, above) > 0);
  return { start: from, end: isBlankAbove ? to + breakAfter(text, to) : to, text: "" };
}

/** New lines below the line that holds `offset`, also where the file ends without a line break. */
export function linesBelow(
  text: string,
  offset: number,
  { lines, eol }: { lines: string; eol: string },
): TextEdit {
  const at = lineEnd(text, offset);
  const isOpen = at === text.length && !text.endsWith("\n");
  return { start: at, end: at, text: isOpen ? eol + lines : lines + eol };
}
