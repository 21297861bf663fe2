/** Objects that describe providers: the options of a factory, and providers that are written out. */
import type { Range } from "../../../../cli/plan/plan.js";
import type { CommaList } from "../../../../cli/edit/comma-list.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import { keyOf } from "../../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";

export interface ProviderMember extends Range {
  /** Of a member inside of another one, with a dot between. */
  readonly name: string;
  readonly nameAt: Range;
  /** Source of the value; of a method the whole of it. */
  readonly value: Range;
  /** `{ name }` stands for name and value. */
  readonly shorthand: boolean;
  readonly isText: boolean;
}

export interface ProviderObject extends Range {
  /** Id of the provider whose factory gets the object; none: a provider that is written out. */
  readonly factory?: string;
  readonly members: readonly ProviderMember[];
  readonly list?: CommaList;
}

/** @param factories ids of providers by the local names of their factories */
export const locateProviderObjects = (
  text: string,
  fileName: string,
  factories: ReadonlyMap<string, string>,
): ProviderObject[] =>
  collect(parse(text, fileName), (node) => {
    if (ts.isObjectLiteralExpression(node))
      return isWrittenOut(node) ? [{ ...rangeOf(node), ...readObject(node) }] : [];
    const called = ts.isCallExpression(node) ? factoryNameOf(node) : undefined;
    if (!ts.isCallExpression(node) || called === undefined) return [];
    const factory = factories.get(called);
    const given = node.arguments[0] && unwrap(node.arguments[0]);
    const options = given && ts.isObjectLiteralExpression(given) ? given : undefined;
    // Options from elsewhere cannot be judged here.
    if (factory === undefined || (given && !options)) return [];
    return [{ ...rangeOf(node), factory, ...(options ? readObject(options) : { members: [] }) }];
  });

/** `GitHub(…)`, and `GitHub.default(…)` as bundles of CommonJS have it. */
function factoryNameOf({ expression }: ts.CallExpression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  const isDefault = ts.isPropertyAccessExpression(expression) && expression.name.text === "default";
  return isDefault && ts.isIdentifier(expression.expression) ? expression.expression.text : undefined;
}

function isWrittenOut(node: ts.ObjectLiteralExpression): boolean {
  return node.properties.some((one) => {
    if (!ts.isPropertyAssignment(one) || keyOf(one.name) !== "type") return false;
    const value = unwrap(one.initializer);
    return ts.isStringLiteralLike(value) && value.text === "oauth";
  });
}

function readObject(node: ts.ObjectLiteralExpression): Pick<ProviderObject, "members" | "list"> {
  const items = node.properties.map(rangeOf);
  const list = {
    open: node.getStart(),
    close: node.getEnd() - 1,
    items,
    trailingComma: node.properties.hasTrailingComma ?? false,
  };
  return { members: readMembers(node, ""), list };
}

function readMembers(node: ts.ObjectLiteralExpression, outer: string): ProviderMember[] {
  return node.properties.flatMap((one) => {
    const key = keyOf(one.name);
    if (key === undefined || !one.name) return [];
    const name = outer + key;
    const value = ts.isPropertyAssignment(one) ? unwrap(one.initializer) : one;
    const member = {
      ...rangeOf(one),
      name,
      nameAt: rangeOf(one.name),
      value: rangeOf(value),
      shorthand: ts.isShorthandPropertyAssignment(one),
      isText: ts.isStringLiteralLike(value),
    };
    const inner = outer === "" && ts.isObjectLiteralExpression(value) ? readMembers(value, `${name}.`) : [];
    return [member, ...inner];
  });
}
