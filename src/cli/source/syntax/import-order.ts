/** The order of a file's imports, where it has one: sorted by the names of their modules. */
import { isBlank, lineEnd, lineStart } from "../text/layout.js";
import type { ImportStatement } from "./syntax.js";

type Order = (one: string, other: string) => number;

const byText: Order = (one, other) => (one === other ? 0 : one < other ? -1 : 1);

/** As most tools sort: packages, aliases, then what is near. */
const kinds = [/^[\w@](?!\/)/, /^[@~#]/, /^\.\.\//, /^\.\//];
const kindOf = (specifier: string): number => kinds.findIndex((kind) => kind.test(specifier));
const byKind: Order = (one, other) =>
  kindOf(one) - kindOf(other) || byText(one.toLowerCase(), other.toLowerCase());

/** Fewer than this are in order by chance. */
const telling = 5;

/**
 * Where imports belong in a file that sorts its own: undefined where it does not, or where the place is not certain.
 * Nothing goes in front of an import that is there for what it does.
 *
 * @returns for each specifier the offset of the line that it goes in front of, in the order in which they go there
 */
export function sortedPlaces(
  text: string,
  statements: readonly ImportStatement[],
  specifiers: readonly string[],
): readonly { readonly specifier: string; readonly at: number }[] | undefined {
  const bare = statements.map(({ isBare }) => isBare).lastIndexOf(true);
  const blocks = blocksOf(text, statements.slice(bare + 1));
  if (blocks.flat().length < telling) return undefined;
  const order = [byText, byKind].find((one) => blocks.every((block) => isSorted(block, one)));
  if (order === undefined) return undefined;
  const places = [...specifiers].sort(order).flatMap((specifier) => {
    const at = placeIn(text, blocks, specifier, order);
    return at === undefined ? [] : [{ specifier, at }];
  });
  return places.length === specifiers.length ? places : undefined;
}

/** Statements on lines that follow each other. */
function blocksOf(text: string, statements: readonly ImportStatement[]): readonly ImportStatement[][] {
  const blocks: ImportStatement[][] = [];
  for (const statement of statements) {
    const last = blocks.at(-1)?.at(-1);
    if (last && lineEnd(text, last.end) === lineStart(text, statement.start)) blocks.at(-1)?.push(statement);
    else blocks.push([statement]);
  }
  return blocks;
}

const isSorted = (block: readonly ImportStatement[], order: Order): boolean =>
  block.every(({ specifier }, at) => at === 0 || order(block[at - 1]?.specifier ?? "", specifier) <= 0);

function placeIn(
  text: string,
  blocks: readonly ImportStatement[][],
  specifier: string,
  order: Order,
): number | undefined {
  const block =
    blocks.filter((one) => one.some((other) => kindOf(other.specifier) === kindOf(specifier))).at(-1) ??
    (blocks.length === 1 ? blocks[0] : undefined);
  const next = block?.findIndex((one) => order(one.specifier, specifier) > 0) ?? -1;
  const last = block?.at(-1);
  if (next === -1) return last && lineEnd(text, last.end);
  const at = lineStart(text, block?.[next]?.start ?? 0);
  // What stands right above a block, such as a comment, may belong to its first line.
  const isClear = next > 0 || at === 0 || isBlank(text.slice(lineStart(text, at - 1), at));
  return isClear ? at : undefined;
}
