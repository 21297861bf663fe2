/** What `@auth/sveltekit` makes of a configuration, and where the app asks it who is signed in. */
import { collect } from "../../../../cli/source/syntax/collect.js";
import { declarationOf, keyOf } from "../../../../cli/source/syntax/scopes.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { placedList, type PlacedList } from "../../../../cli/source/syntax/placed-list.js";
import { rangeOf } from "../../../../cli/old-auth/statements.js";
import type { Range } from "../../../../cli/plan/plan.js";

/** `SvelteKitAuth(…)` */
export interface MadeAuth extends Range {
  /** The whole statement, and what of it stands in front of the call. */
  readonly statement: Range;
  readonly lead: Range;
  /** Its one argument. */
  readonly config: ConfigArgument | undefined;
  readonly use: AuthUse;
}

export interface ConfigArgument extends Range {
  /** Where it is written out. */
  readonly list: PlacedList | undefined;
  /** A function of the event that makes a new object each time. */
  readonly isMadeAnew: boolean;
  /** `basePath`, which the old package did not heed; text where it is a literal. */
  readonly basePath: (Range & { readonly text: string | undefined }) | undefined;
}

/** What becomes of the result. */
export type AuthUse =
  /** `const { handle, signIn } = SvelteKitAuth(…)`: the pattern. */
  | { readonly kind: "taken"; readonly pattern: Range; readonly isExported: boolean }
  /** `const auth = SvelteKitAuth(…)`, whose members are used. */
  | { readonly kind: "kept"; readonly name: string; readonly isExported: boolean }
  /** `SvelteKitAuth(…).handle` */
  | { readonly kind: "member" }
  /** The hook itself, as releases before 1.0 have it. */
  | { readonly kind: "hook" }
  /** Anything else, which is for a person. */
  | { readonly kind: "other" };

export interface KitPlaces {
  readonly made: readonly MadeAuth[];
  /** The names in `locals.getSession` and `{ locals: { getSession } }`. */
  readonly sessions: readonly (Range & { readonly isPattern: boolean })[];
}

/** @param callees local names of `SvelteKitAuth` */
export function locateKit(text: string, fileName: string, callees: ReadonlySet<string>): KitPlaces {
  const source = parse(text, fileName);
  const made = collect(source, (node) =>
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && callees.has(node.expression.text)
      ? [readMade(node, source)]
      : [],
  );
  return { made, sessions: text.includes("getSession") ? sessionsIn(source) : [] };
}

function readMade(call: ts.CallExpression, source: ts.SourceFile): MadeAuth {
  let statement: ts.Node = call;
  while (!ts.isSourceFile(statement.parent)) statement = statement.parent;
  const [argument, ...others] = call.arguments;
  return {
    ...rangeOf(call),
    statement: rangeOf(statement),
    lead: { start: statement.getStart(), end: call.getStart() },
    config: argument === undefined || others.length > 0 ? undefined : readConfig(argument),
    use: useOf(call, statement, source),
  };
}

function readConfig(argument: ts.Expression): ConfigArgument | undefined {
  if (ts.isSpreadElement(argument)) return undefined;
  const value = unwrap(argument);
  const object = ts.isObjectLiteralExpression(value) ? value : undefined;
  const own = object?.properties.find((one) => keyOf(one.name) === "basePath");
  const said = own && ts.isPropertyAssignment(own) ? unwrap(own.initializer) : undefined;
  return {
    ...rangeOf(argument),
    list: object && placedList(object, object.properties),
    isMadeAnew: ts.isFunctionLike(value) && !givesOneObject(value),
    basePath: own && {
      ...rangeOf(own),
      text: said && ts.isStringLiteralLike(said) ? said.text : undefined,
    },
  };
}

/** What it returns is a name from outside of it. */
function givesOneObject(made: ts.SignatureDeclaration): boolean {
  const body = ts.isArrowFunction(made) && !ts.isBlock(made.body) ? [made.body] : [];
  const returned = [
    ...body,
    ...collect(made, (node) => (ts.isReturnStatement(node) && node.expression ? [node.expression] : [])),
  ];
  return returned.every((one) => {
    const value = unwrap(one);
    const declared = ts.isIdentifier(value) ? declarationOf(value) : undefined;
    return (
      declared !== undefined && (declared.getStart() < made.getStart() || declared.getStart() > made.getEnd())
    );
  });
}

function useOf(call: ts.CallExpression, statement: ts.Node, source: ts.SourceFile): AuthUse {
  const { parent } = call;
  if (ts.isPropertyAccessExpression(parent))
    return parent.name.text === "handle" ? { kind: "member" } : { kind: "other" };
  const isAlone = ts.isVariableStatement(statement) && statement.declarationList.declarations.length === 1;
  if (!isAlone || !ts.isVariableDeclaration(parent)) return hookIn(statement);
  const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
  if (ts.isObjectBindingPattern(parent.name))
    return { kind: "taken", pattern: rangeOf(parent.name), isExported };
  const name = parent.name.getText();
  return name !== "handle" && isKept(name, source) ? { kind: "kept", name, isExported } : hookIn(statement);
}

/** Only statements at the top of a file, where what is hoisted in front of them goes. */
const hookIn = (statement: ts.Node): AuthUse =>
  ts.isVariableStatement(statement) || ts.isExportAssignment(statement)
    ? { kind: "hook" }
    : { kind: "other" };

/** Members of it are used, and nothing else. */
const isKept = (name: string, source: ts.SourceFile): boolean =>
  collect(source, (node) =>
    ts.isIdentifier(node) && node.text === name && !ts.isVariableDeclaration(node.parent)
      ? [node.parent]
      : [],
  ).every((parent) => ts.isPropertyAccessExpression(parent) || ts.isExportSpecifier(parent));

/** None where the app puts a function of this name there itself. */
function sessionsIn(source: ts.SourceFile): KitPlaces["sessions"] {
  const found = collect(source, (node) => {
    if (ts.isPropertyAccessExpression(node))
      return node.name.text === "getSession" && isLocals(node.expression)
        ? [{ ...rangeOf(node.name), isPattern: false, isSet: isAssigned(node) }]
        : [];
    if (!ts.isBindingElement(node) || !ts.isIdentifier(node.name)) return [];
    const taken = node.propertyName ?? node.name;
    const outer = node.parent.parent;
    const isOurs = taken.getText() === "getSession" && isOfLocals(outer);
    return isOurs ? [{ ...rangeOf(taken), isPattern: node.propertyName === undefined, isSet: false }] : [];
  });
  return found.some(({ isSet }) => isSet) ? [] : found;
}

/** `locals` or `event.locals` */
const isLocals = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) ? node.name.text === "locals" : node.getText() === "locals";

const isAssigned = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) && node.parent.left === node;

/** The pattern in `{ locals: { getSession } }` and `const { getSession } = event.locals`. */
function isOfLocals(outer: ts.Node): boolean {
  if (ts.isBindingElement(outer)) return (outer.propertyName ?? outer.name).getText() === "locals";
  return ts.isVariableDeclaration(outer) && outer.initializer !== undefined && isLocals(outer.initializer);
}
