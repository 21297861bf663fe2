/** The object literal that is an auth configuration, and where a further option goes in it. */
import { objectOf } from "./config-literal.js";
import type { CommaList } from "../../edit/comma-list.js";
import { isSubpathCall, moduleOf } from "./config-roots.js";
import { Names, type OpenModule, type SourceText } from "../names/names.js";
import { ListReader } from "../providers/provider-lists.js";
import { commaList } from "../providers/providers.js";
import { keyOf } from "../syntax/scopes.js";
import { ts, visit } from "../syntax/syntax.js";

export interface ConfigPlace {
  /** Members by name: where they stand, and the text of their values. */
  readonly members: ReadonlyMap<string, { readonly start: number; readonly value: string }>;
  /** Where a new member is put: in front of this offset. */
  readonly before: number;
  /** The member starts its line, so the new one gets a line too. */
  readonly ownLine: boolean;
  /** All members, where a new one has to stand behind the last: a spread there would override it. */
  readonly list: CommaList | undefined;
  /** Objects that are spread into it, with the names that they are seen to have. */
  readonly spreads: readonly { readonly expression: string; readonly names: ReadonlySet<string> }[];
  /** The end of an object that nothing gives a type to: its texts are `string`, its parameters `any`. */
  readonly untypedEnd: number | undefined;
  /** The module whose function takes it, where a call in this file does. */
  readonly module: string | undefined;
}

/**
 * The configuration in this file: the object that a function of the package is called with, or the only one with
 * `providers`. Undefined when it is somewhere else, or when there are several.
 */
export function locateConfig(
  source: SourceText,
  packageName: string,
  open: OpenModule,
): ConfigPlace | undefined {
  const names = new Names(open);
  const file = names.source(source);
  const lists = new ListReader(names);
  const called = new Map<ts.ObjectLiteralExpression, string>();
  const withProviders = new Set<ts.ObjectLiteralExpression>();
  visit(file, (node) => {
    if (ts.isCallExpression(node) && isSubpathCall(node, names, packageName)) {
      // What else a function takes, such as what surrounds the server, is no configuration.
      const given = node.arguments.find((one) => lists.config(one)) ?? node.arguments[0];
      const object = given && objectOf(given, names);
      if (object?.getSourceFile() === file) called.set(object, moduleOf(node, names, packageName) ?? "");
    }
    if (ts.isObjectLiteralExpression(node) && hasProviders(node)) withProviders.add(node);
  });
  const [only, ...others] = called.size > 0 ? called.keys() : withProviders;
  if (only === undefined || others.length > 0) return undefined;
  return {
    ...placeIn(only, source.text),
    spreads: spreadsOf(only, names),
    untypedEnd:
      /\.[cm]?tsx?$/.test(source.file) && isUntyped(only, names, packageName)
        ? (isConst(only.parent) ? only.parent : only).getEnd()
        : undefined,
    module: called.get(only),
  };
}

const spreadsOf = (object: ts.ObjectLiteralExpression, names: Names): ConfigPlace["spreads"] =>
  object.properties.filter(ts.isSpreadAssignment).map(({ expression }) => {
    const spread = objectOf(expression, names);
    const known = (spread?.properties ?? []).flatMap((one) => keyOf(one.name) ?? []);
    return { expression: expression.getText(), names: new Set(known) };
  });

/** Whether neither an annotation, nor `satisfies`, nor the function that takes the object says what it is. */
function isUntyped(node: ts.Node, names: Names, packageName: string): boolean {
  const { parent } = node;
  const around = holderOf(parent);
  if (around !== undefined) return isUntyped(around, names, packageName);
  if (ts.isSatisfiesExpression(parent) || ts.isAsExpression(parent)) return false;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) return parent.type === undefined;
  if (ts.isExportAssignment(parent)) return true;
  if (ts.isCallExpression(parent)) return /^Object\.(?:freeze|assign)$/.test(parent.expression.getText());
  const made = ts.isReturnStatement(parent) ? ts.findAncestor(parent, ts.isFunctionLike) : parent;
  if (made === undefined || !ts.isFunctionLike(made) || made.type !== undefined) return false;
  const given = ts.isCallExpression(made.parent) && isSubpathCall(made.parent, names, packageName);
  return !given && !(ts.isVariableDeclaration(made.parent) && made.parent.type !== undefined);
}

/** What says of its parts what they are: around parentheses, `as const` and the members of an object. */
function holderOf(node: ts.Node): ts.Node | undefined {
  if (ts.isPropertyAssignment(node)) return node.parent;
  return ts.isParenthesizedExpression(node) || isConst(node) ? node : undefined;
}

/** `as const` says that nothing changes, not what it is. */
const isConst = (node: ts.Node): boolean => ts.isAsExpression(node) && ts.isConstTypeReference(node.type);

const hasProviders = (object: ts.ObjectLiteralExpression): boolean =>
  object.properties.some((one) => keyOf(one.name) === "providers");

type Insertion = Pick<ConfigPlace, "members" | "before" | "ownLine" | "list">;

function placeIn(object: ts.ObjectLiteralExpression, text: string): Insertion {
  const members = new Map<string, { start: number; value: string }>();
  for (const one of object.properties) {
    const key = keyOf(one.name);
    const value = ts.isPropertyAssignment(one) ? one.initializer.getText() : (key ?? "");
    if (key !== undefined) members.set(key, { start: one.getStart(), value });
  }
  const { properties } = object;
  // What stands before a spread is overridden by it.
  const lastSpread = properties.map((one) => ts.isSpreadAssignment(one)).lastIndexOf(true);
  const free = properties.slice(lastSpread + 1);
  const neighbour = free.find((one) => keyOf(one.name) === "providers") ?? free[0];
  const close = object.getEnd() - 1;
  if (!neighbour) {
    const list = properties.length === 0 ? undefined : commaList(object);
    return { members, before: close, ownLine: false, list };
  }
  // Comments on lines of their own above a member belong to it.
  const comments = ts.getLeadingCommentRanges(text, neighbour.getFullStart()) ?? [];
  const start = [...comments.map(({ pos }) => pos), neighbour.getStart()].find((at) => startsLine(text, at));
  return { members, before: start ?? neighbour.getStart(), ownLine: start !== undefined, list: undefined };
}

const startsLine = (text: string, at: number): boolean => /(?:^|\n)[\t ]*$/.test(text.slice(0, at));
