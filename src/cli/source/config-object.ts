/** The object literal that is an auth configuration, and where a further option goes in it. */
import { objectOf } from "./config-literal.js";
import { isSubpathCall } from "./config-roots.js";
import { Names, type OpenModule, type SourceText } from "./names.js";
import { keyOf } from "./scopes.js";
import { ts, visit } from "./syntax.js";

export interface ConfigPlace {
  /** Members by name: where they stand, and the text of their values. */
  readonly members: ReadonlyMap<string, { readonly start: number; readonly value: string }>;
  /** Where a new member is put: in front of this offset. */
  readonly before: number;
  /** The member starts its line, so the new one gets a line too. */
  readonly ownLine: boolean;
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
  const called = new Set<ts.ObjectLiteralExpression>();
  const withProviders = new Set<ts.ObjectLiteralExpression>();
  visit(file, (node) => {
    if (ts.isCallExpression(node) && isSubpathCall(node, names, packageName)) {
      const given = node.arguments.flatMap((argument) => objectOf(argument, names) ?? []);
      // What else a function takes, such as what surrounds the server, comes behind.
      const object = given.find(hasProviders) ?? given[0];
      if (object?.getSourceFile() === file) called.add(object);
    }
    if (ts.isObjectLiteralExpression(node) && hasProviders(node)) withProviders.add(node);
  });
  const [only, ...others] = called.size > 0 ? called : withProviders;
  return only && others.length === 0 ? placeIn(only, source.text) : undefined;
}

const hasProviders = (object: ts.ObjectLiteralExpression): boolean =>
  object.properties.some((one) => keyOf(one.name) === "providers");

function placeIn(object: ts.ObjectLiteralExpression, text: string): ConfigPlace {
  const members = new Map<string, { start: number; value: string }>();
  for (const one of object.properties) {
    const key = keyOf(one.name);
    const value = ts.isPropertyAssignment(one) ? one.initializer.getText() : (key ?? "");
    if (key !== undefined) members.set(key, { start: one.getStart(), value });
  }
  const neighbour = object.properties.find((one) => keyOf(one.name) === "providers") ?? object.properties[0];
  if (!neighbour) return { members, before: object.getEnd() - 1, ownLine: false };
  // Comments on lines of their own above a member belong to it.
  const comments = ts.getLeadingCommentRanges(text, neighbour.getFullStart()) ?? [];
  const start = [...comments.map(({ pos }) => pos), neighbour.getStart()].find((at) => startsLine(text, at));
  return { members, before: start ?? neighbour.getStart(), ownLine: start !== undefined };
}

const startsLine = (text: string, at: number): boolean => /(?:^|\n)[\t ]*$/.test(text.slice(0, at));
