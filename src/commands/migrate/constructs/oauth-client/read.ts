/** What a file has of arctic and oslo: their names, the clients that it makes, and the calls of clients. */
import { collect } from "../../../../cli/source/syntax/collect.js";
import { parse, ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { oldClasses, oldClients, type OldClass } from "./classes.js";

/** `const github = new GitHub(…)`. */
export interface Construct {
  readonly node: ts.NewExpression;
  /** Of the class in arctic. */
  readonly className: string;
  /** Undefined: there is no way to turn it. */
  readonly old: OldClass | undefined;
  /** The variable. */
  readonly name: string;
}

/** `github.validateAuthorizationCode(…)` and the like. */
export interface ClientCall {
  readonly node: ts.CallExpression;
  /** The variable, as this file calls it. */
  readonly local: string;
  /** As the file that makes it calls it. */
  readonly name: string;
  /** Module that it is imported from; undefined: none. */
  readonly specifier: string | undefined;
  readonly method: string;
}

export interface ClientFile {
  readonly file: string;
  readonly text: string;
  readonly source: ts.SourceFile;
  readonly imports: readonly ts.ImportDeclaration[];
  readonly constructs: readonly Construct[];
  readonly calls: readonly ClientCall[];
  /** Name in arctic of an expression; undefined: it is none of its. */
  readonly nameOf: (node: ts.Node) => string | undefined;
}

const methods = ["createAuthorizationURL", "validateAuthorizationCode", "refreshAccessToken", "revokeToken"];

const isOldModule = (specifier: string): boolean =>
  oldClients.some((name) => specifier === name || specifier.startsWith(`${name}/`));

/** @param file name of the source, whose ending says which syntax it has */
export function readClientFile(file: string, text: string): ClientFile {
  const source = parse(text, file);
  const imports = source.statements.filter(
    (one): one is ts.ImportDeclaration =>
      ts.isImportDeclaration(one) &&
      ts.isStringLiteral(one.moduleSpecifier) &&
      isOldModule(one.moduleSpecifier.text),
  );
  const names = new Map<string, string>();
  const spaces = new Set<string>();
  for (const { importClause } of imports) {
    const bindings = importClause?.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings)) spaces.add(bindings.name.text);
    else
      for (const { name, propertyName } of bindings?.elements ?? [])
        names.set(name.text, (propertyName ?? name).text);
  }
  const nameOf = (node: ts.Node): string | undefined => {
    if (ts.isIdentifier(node)) return names.get(node.text);
    if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
    return spaces.has(node.expression.text) ? node.name.text : undefined;
  };
  return {
    file,
    text,
    source,
    imports,
    nameOf,
    constructs: constructsIn(source, nameOf),
    calls: callsIn(source, importedNames(source)),
  };
}

function constructsIn(source: ts.SourceFile, nameOf: ClientFile["nameOf"]): Construct[] {
  return collect(source, (node) => {
    if (!ts.isNewExpression(node)) return [];
    const className = nameOf(node.expression);
    if (className === undefined) return [];
    const { parent } = node;
    const name = ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : "";
    const old = Object.hasOwn(oldClasses, className) && name !== "" ? oldClasses[className] : undefined;
    return [{ node, className, old, name }];
  });
}

/** A name that a file imports. */
interface Imported {
  readonly name: string;
  readonly specifier: string;
}

/** What other files call the names that this one imports, by its own. */
function importedNames(source: ts.SourceFile): ReadonlyMap<string, Imported> {
  const pairs = source.statements.flatMap((one): [string, Imported][] => {
    if (!ts.isImportDeclaration(one) || !ts.isStringLiteral(one.moduleSpecifier)) return [];
    const specifier = one.moduleSpecifier.text;
    const bindings = one.importClause?.namedBindings;
    if (!bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ name, propertyName }) => [
      name.text,
      { name: (propertyName ?? name).text, specifier },
    ]);
  });
  return new Map(pairs);
}

function callsIn(source: ts.SourceFile, imported: ReadonlyMap<string, Imported>): ClientCall[] {
  return collect(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
    const { expression: client, name: method } = node.expression;
    if (!methods.includes(method.text)) return [];
    const local = ts.isIdentifier(client) ? client.text : "";
    const from = imported.get(local);
    return [{ node, local, name: from?.name ?? local, specifier: from?.specifier, method: method.text }];
  });
}

/** The function around a place; the file where there is none. */
export function functionAround({ parent }: ts.Node): ts.SignatureDeclaration | ts.SourceFile {
  return ts.isFunctionLike(parent) || ts.isSourceFile(parent) ? parent : functionAround(parent);
}

/** The statement that a place is in. */
export function statementAround(node: ts.Node): ts.Statement {
  let at = node;
  while (!ts.isStatement(at)) at = at.parent;
  return at;
}

/** Where a name is used in a scope, without the place that declares it and without members of that name. */
export const usesOf = (scope: ts.Node, name: string): ts.Identifier[] =>
  collect(scope, (node) => {
    if (!ts.isIdentifier(node) || node.text !== name) return [];
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    const isKey = ts.isPropertyAssignment(parent) && parent.name === node;
    const isDeclared = ts.isVariableDeclaration(parent) && parent.name === node;
    return isMember || isKey || isDeclared ? [] : [node];
  });

/** `const name = …`, the only one of its statement. */
export function constantIn(scope: ts.Node, name: string): ts.VariableDeclaration | undefined {
  return collect(scope, (node) =>
    ts.isVariableDeclaration(node) &&
    ts.isIdentifier(node.name) &&
    node.name.text === name &&
    ts.isVariableDeclarationList(node.parent) &&
    node.parent.declarations.length === 1 &&
    ts.isVariableStatement(node.parent.parent)
      ? [node]
      : [],
  )[0];
}

/** The name of a call's function in arctic, such as `generateState`. */
export function calledName(
  node: ts.Expression | undefined,
  nameOf: ClientFile["nameOf"],
): string | undefined {
  const call = node && unwrap(node);
  return call && ts.isCallExpression(call) ? nameOf(call.expression) : undefined;
}
