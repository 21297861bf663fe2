/** What `@sidebase/nuxt-auth` is used for: its handler, its calls on the server, and what components take of `useAuth()`. */
import { collect } from "../../../../cli/source/syntax/collect.js";
import { keyOf } from "../../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { silencesCompiler } from "../../../../cli/source/syntax/probes.js";
import { lineStart } from "../../../../cli/source/text/layout.js";
import { rangeOf, type Statement } from "../../../../cli/old-auth/statements.js";
import type { Range } from "../../../../cli/plan/plan.js";

/** The module by which the server takes its functions. */
export const serverModule = "#auth";

/** `NuxtAuthHandler(…)` */
export interface HandlerCall extends Range {
  readonly callee: Range;
  /** `export default`, where it stands alone behind it. */
  readonly lead: Range | undefined;
}

/** `getServerSession(event)`, `getToken({ event })` */
export interface ServerCall extends Range {
  /** The event as it is written; undefined: the arguments are others. */
  readonly event: string | undefined;
}

/** A member that is taken of `useAuth()`. */
export interface TakenMember extends Range {
  readonly name: string;
  /** Its element of a pattern has no other name. */
  readonly isShort: boolean;
  /** It is called with something. */
  readonly isGiven: boolean;
}

/** `useAuth()`, `useAuthState()` */
export interface Composable extends Range {
  readonly callee: Range;
  readonly isState: boolean;
  readonly taken: readonly TakenMember[];
}

export interface NuxtAuthPlaces {
  readonly handlers: readonly HandlerCall[];
  readonly sessions: readonly ServerCall[];
  readonly tokens: readonly ServerCall[];
  /** `.default` behind the factory of a provider, with the comment above that silences the compiler. */
  readonly defaults: readonly (Range & { readonly comment: Range | undefined })[];
  readonly composables: readonly Composable[];
  /** Code that reads what pages say of themselves. */
  readonly metaReads: readonly Range[];
}

/** @param factories local names of factories of providers */
export function locateNuxtAuth(
  text: string,
  fileName: string,
  statements: readonly Statement[],
  factories: ReadonlySet<string>,
): NuxtAuthPlaces {
  const source = parse(text, fileName);
  const bindings = statements
    .filter(({ specifier }) => specifier === serverModule)
    .flatMap((one) => one.bindings);
  const called = (name: string): ts.CallExpression[] => {
    const locals = new Set(bindings.filter(({ imported }) => imported === name).map(({ local }) => local));
    return collect(source, (node) =>
      ts.isCallExpression(node) && locals.has(node.expression.getText()) ? [node] : [],
    );
  };
  return {
    handlers: called("NuxtAuthHandler").map(readHandler),
    sessions: called("getServerSession").map((call) => ({ ...rangeOf(call), event: onlyArgument(call) })),
    tokens: called("getToken").map((call) => ({ ...rangeOf(call), event: eventMember(call) })),
    defaults: collect(source, (node) => readDefault(node, text, factories)),
    composables: collect(source, (node) => readComposable(node, source)),
    metaReads: collect(source, (node) => (isMetaAuth(node) ? [rangeOf(node)] : [])),
  };
}

/** `to.meta.auth` */
const isMetaAuth = (node: ts.Node): boolean =>
  ts.isPropertyAccessExpression(node) &&
  node.name.text === "auth" &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === "meta";

function readHandler(call: ts.CallExpression): HandlerCall {
  const exported =
    ts.isExportAssignment(call.parent) && !call.parent.isExportEquals ? call.parent : undefined;
  return {
    ...rangeOf(call),
    callee: rangeOf(call.expression),
    lead: exported && { start: exported.getStart(), end: call.getStart() },
  };
}

const onlyArgument = ({ arguments: given }: ts.CallExpression): string | undefined =>
  given.length === 1 ? given[0]?.getText() : undefined;

function eventMember({ arguments: given }: ts.CallExpression): string | undefined {
  const object = given.length === 1 && given[0] ? unwrap(given[0]) : undefined;
  const [only, ...others] = object && ts.isObjectLiteralExpression(object) ? object.properties : [];
  if (only === undefined || others.length > 0 || keyOf(only.name) !== "event") return undefined;
  return ts.isPropertyAssignment(only) ? only.initializer.getText() : "event";
}

function readDefault(
  node: ts.Node,
  text: string,
  factories: ReadonlySet<string>,
): NuxtAuthPlaces["defaults"] {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== "default") return [];
  if (!ts.isIdentifier(node.expression) || !factories.has(node.expression.text)) return [];
  const line = lineStart(text, node.getStart());
  const above = lineStart(text, Math.max(line - 1, 0));
  const isSilencing = silencesCompiler(text.slice(above, line));
  const range = { start: node.expression.getEnd(), end: node.getEnd() };
  return [{ ...range, comment: isSilencing ? { start: above, end: line } : undefined }];
}

function readComposable(node: ts.Node, source: ts.SourceFile): Composable[] {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return [];
  const { text: name } = node.expression;
  if (name !== "useAuth" && name !== "useAuthState") return [];
  return [
    {
      ...rangeOf(node),
      callee: rangeOf(node.expression),
      isState: name === "useAuthState",
      taken: takenOf(node, source),
    },
  ];
}

function takenOf(call: ts.CallExpression, source: ts.SourceFile): TakenMember[] {
  const { parent } = call;
  if (ts.isPropertyAccessExpression(parent)) return [readMember(parent)];
  if (!ts.isVariableDeclaration(parent)) return [];
  if (ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.map((one) => {
      const name = one.propertyName ?? one.name;
      const local = one.name.getText();
      const isGiven = collect(source, (node) =>
        ts.isCallExpression(node) && node.expression.getText() === local && node.arguments.length > 0
          ? [true]
          : [],
      );
      const isShort = one.propertyName === undefined;
      return { ...rangeOf(name), name: name.getText(), isShort, isGiven: isGiven.length > 0 };
    });
  const local = parent.name.getText();
  return collect(source, (node) =>
    ts.isPropertyAccessExpression(node) && node.expression.getText() === local ? [readMember(node)] : [],
  );
}

function readMember({ name, parent }: ts.PropertyAccessExpression): TakenMember {
  const isGiven = ts.isCallExpression(parent) && parent.arguments.length > 0;
  return { ...rangeOf(name), name: name.text, isShort: false, isGiven };
}
