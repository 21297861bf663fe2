/** The plugins of an auth configuration: the list that takes further ones, and what is in it. */
import type { LocatedOption } from "../configuration/config-options.js";
import type { Names } from "../names/names.js";
import { ts, unwrap, visit } from "../syntax/syntax.js";

/** An element of a list of plugins. */
export interface ListedPlugin {
  /** Last part of the module that its factory comes from; undefined: it is none of the package, or not in sight. */
  readonly id: string | undefined;
  readonly element: ts.Expression;
  readonly list: ts.ArrayLiteralExpression;
  /** The element is the call of the factory, without a condition around it. */
  readonly isPlain: boolean;
}

/** What the option `plugins` of a configuration is. */
export interface PluginLists {
  /** The member that says it; undefined: the configuration has none. */
  readonly member: ts.Node | undefined;
  /** The list that it is; undefined: its code is no plain list. */
  readonly list: ts.ArrayLiteralExpression | undefined;
  readonly listed: readonly ListedPlugin[];
}

/** @param options every option of the configuration */
export function findPlugins(options: readonly LocatedOption[], names: Names): PluginLists {
  const found = options.find(({ path }) => path === "plugins");
  const list = found && listOf(found.value, names);
  const listed = (list?.elements ?? []).flatMap((element) => (list ? listedIn(element, list, names) : []));
  return { member: found?.member, list, listed };
}

function listOf(node: ts.Node, names: Names): ts.ArrayLiteralExpression | undefined {
  if (!ts.isExpression(node)) return undefined;
  const value = unwrap(node);
  if (ts.isArrayLiteralExpression(value)) return value;
  const meaning = names.meaning(value);
  const found = meaning?.kind === "node" && meaning.node !== value ? meaning.node : undefined;
  const inner = found && ts.isExpression(found) ? unwrap(found) : undefined;
  return inner && ts.isArrayLiteralExpression(inner) ? inner : undefined;
}

/** An element may hold several: `...(isNew ? [a(), b()] : [])`. */
function listedIn(
  element: ts.Expression,
  list: ts.ArrayLiteralExpression,
  names: Names,
): readonly ListedPlugin[] {
  const value = unwrap(element);
  const own = ts.isCallExpression(value) ? idOf(value.expression, names) : undefined;
  if (own !== undefined) return [{ id: own, element, list, isPlain: true }];
  const ids = new Set<string>();
  visit(element, (node) => {
    const id = ts.isCallExpression(node) ? idOf(node.expression, names) : undefined;
    if (id !== undefined) ids.add(id);
  });
  const held = ids.size > 0 ? [...ids] : heldBy(value, names);
  return held.map((id) => ({ id, element, list, isPlain: false }));
}

/** A constant that holds what a factory made, or a list of such. */
function heldBy(value: ts.Expression, names: Names): readonly (string | undefined)[] {
  const named = ts.isSpreadElement(value) ? value.expression : value;
  const meaning = names.meaning(named);
  if (meaning?.kind !== "node" || meaning.node === named) return [undefined];
  const ids: string[] = [];
  visit(meaning.node, (node) => {
    const id = ts.isCallExpression(node) ? idOf(node.expression, names) : undefined;
    if (id !== undefined) ids.push(id);
  });
  return ids.length > 0 ? ids : [undefined];
}

const pluginModule = /^[^./][^/]*\/plugins\/([\w-]+)(?:\.js)?$/;

/** Whether a module of this name is a plugin of the package. */
export const isPluginModule = (specifier: string): boolean => pluginModule.test(specifier);

function idOf(called: ts.Expression, names: Names): string | undefined {
  const meaning = names.meaning(called);
  return meaning?.kind === "outside" ? pluginModule.exec(meaning.specifier)?.[1] : undefined;
}
