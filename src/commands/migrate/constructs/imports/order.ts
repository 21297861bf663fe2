/** Imports of a project whose linter keeps them sorted: what was in order before the edits is so behind them. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import type { Statement } from "../../../../cli/old-auth/statements.js";

/** A text with its imports. */
export interface ImportingText {
  readonly text: string;
  readonly statements: readonly Statement[];
}

type Order = (one: string, other: string) => number;

const plain: Order = (one, other) => (one < other ? -1 : Number(one > other));
const ignoringCase: Order = (one, other) =>
  plain(one.toLowerCase(), other.toLowerCase()) || plain(one, other);
/** Node's own modules, packages, aliases of the project, folders above, this folder. */
const byDistance: Order = (one, other) => distanceOf(one) - distanceOf(other) || ignoringCase(one, other);
/** A package before those whose names go on: `next/link`, `next-auth`. */
const bySegments: Order = (one, other) => {
  const path = (specifier: string) => specifier.replaceAll("/", "\u0000");
  return distanceOf(one) - distanceOf(other) || ignoringCase(path(one), path(other));
};
const orders: readonly Order[] = [bySegments, byDistance, ignoringCase, plain];

function distanceOf(specifier: string): number {
  if (specifier.startsWith("node:")) return 0;
  if (specifier.startsWith("./") || specifier === ".") return 4;
  if (specifier.startsWith("..")) return 3;
  return specifier.startsWith("@/") || specifier.startsWith("~") || specifier.startsWith("#") ? 2 : 1;
}

/** The edited text with its imports in the order that they had; the text as it is where they had none. */
export function sortImports(before: ImportingText, after: ImportingText): string {
  const groups = groupsOf(before);
  const order = orders.find((one) => groups.every((group) => isSorted(group.map(specifierOf), one)));
  if (!order || groups.flat().length === 0) return after.text;
  const names = (statement: Statement) => sortedNames(statement, before.statements);
  const homes = settle(groupsOf(after));
  const edits = homes.flatMap(({ group, statements }) => {
    const sorted = [...statements].sort((one, other) => order(one.specifier, other.specifier));
    const [first, last] = [group[0], group.at(-1)];
    if (!first || !last) return [];
    const eol = after.text.includes("\r\n") ? "\r\n" : "\n";
    const text = sorted.map((one) => written(after.text, one, names(one))).join(eol);
    return [{ start: first.start, end: last.end, text }];
  });
  return replaced(after.text, edits);
}

const specifierOf = ({ specifier }: Statement): string => specifier;

const isSorted = (list: readonly string[], order: Order): boolean =>
  list.every((one, at) => at === 0 || order(list[at - 1] ?? "", one) <= 0);

/** Imports on lines directly below each other. */
function groupsOf({ text, statements }: ImportingText): readonly (readonly Statement[])[] {
  return statements
    .filter(({ kind }) => kind === "import")
    .reduce<readonly (readonly Statement[])[]>((groups, one) => {
      const group = groups.at(-1);
      const last = group?.at(-1);
      const between = last && text.slice(last.end, one.start);
      const isNext = between === "\n" || between === "\r\n";
      return group && isNext ? [...groups.slice(0, -1), [...group, one]] : [...groups, [one]];
    }, []);
}

interface Settled {
  /** The statements that stand there now. */
  readonly group: readonly Statement[];
  readonly statements: readonly Statement[];
}

/** Every statement in a group of its own kind, where it is alone among others and there is such a group. */
function settle(groups: readonly (readonly Statement[])[]): readonly Settled[] {
  const kindOf = ({ specifier }: Statement) => distanceOf(specifier);
  const homeOf = (one: Statement, at: number) => {
    const isAlone = !(groups[at] ?? []).some((other) => other !== one && kindOf(other) === kindOf(one));
    const better = groups.findIndex((group) =>
      group.some((other) => kindOf(other) === kindOf(one) && other !== one),
    );
    return isAlone && better !== -1 && (groups[at] ?? []).length > 1 ? better : at;
  };
  const placed = groups.flatMap((group, at) => group.map((one) => ({ one, home: homeOf(one, at) })));
  return groups.map((group, at) => ({
    group,
    statements: placed.filter(({ home }) => home === at).map(({ one }) => one),
  }));
}

/** The names of a statement in order, where the old statement's names were. */
function sortedNames(statement: Statement, before: readonly Statement[]): readonly number[] | undefined {
  const { bindings } = statement;
  const listed = bindings.map((one, at) => ({ ...one, at })).filter(({ imported }) => imported !== "default");
  const old = before.find(({ bindings: own }) =>
    own.some(({ local }) => listed.some((one) => one.local === local)),
  );
  const oldNames = (old?.bindings ?? []).map(({ imported }) => imported).filter((name) => name !== "default");
  const order = [ignoringCase, plain].find((one) => isSorted(oldNames, one));
  if (!order || listed.length < 2) return undefined;
  return [...listed].sort((one, other) => order(one.imported, other.imported)).map(({ at }) => at);
}

/** A statement with its names in this order. */
function written(
  text: string,
  { start, end, bindings }: Statement,
  order: readonly number[] | undefined,
): string {
  const source = text.slice(start, end);
  if (!order) return source;
  const places = [...order].sort((one, other) => one - other);
  const edits = places.flatMap((place, at) => {
    const [to, from] = [bindings[place], bindings[order[at] ?? place]];
    return to && from
      ? [{ start: to.start - start, end: to.end - start, text: text.slice(from.start, from.end) }]
      : [];
  });
  return replaced(source, edits);
}

const replaced = (text: string, edits: readonly TextEdit[]): string =>
  [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);

/** One edit from a text to another. */
export function difference(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < shorter - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
