/** What values, functions and what functions return are called in a file. Loads the TypeScript parser. */
import { placeName, loadedIn, unplugged } from "./route-arguments.js";
import { ts, unwrap } from "../syntax/syntax.js";

type NamedValue = readonly [name: string, value: ts.Expression];

/** A variable, or a member of a class, with what it is set to. */
export function namedValue(node: ts.Node): NamedValue | undefined {
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
    return [node.name.text, unwrap(node.initializer)];
  if (ts.isExportAssignment(node)) return ["default", unwrap(node.expression)];
  const isSet = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isSet && ts.isPropertyAccessExpression(node.left)
    ? [node.left.getText(), unwrap(node.right)]
    : undefined;
}

/** What a function gives back, under the function's name. */
function returnedValue(node: ts.Node): NamedValue | undefined {
  if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) return [functionName(node), unwrap(node.body)];
  if (!ts.isReturnStatement(node) || !node.expression) return undefined;
  const maker = ts.findAncestor(node, ts.isFunctionLike);
  return maker && [functionName(maker), unwrap(node.expression)];
}

/** The name of what a function returns, where it has none of its own. */
export const resultName = (maker: string): string => `${maker}()`;

export function functionName(node: ts.SignatureDeclaration): string {
  if (node.name && ts.isIdentifier(node.name)) return node.name.text;
  let whole: ts.Node = node;
  while (ts.isExpression(whole.parent) && unplugged(whole.parent) === node) whole = whole.parent;
  const named = namedValue(whole.parent);
  if (named) return named[0] === "module.exports" ? "default" : named[0];
  const isDefault = ts.isFunctionDeclaration(node) || ts.isExportAssignment(whole.parent);
  if (isDefault) return "default";
  const returned = ts.isFunctionLike(whole.parent) || ts.isReturnStatement(whole.parent);
  const by = returned ? returnedValue(whole.parent) : undefined;
  return by === undefined ? `@${node.getStart()}` : resultName(by[0]);
}

/** The variable that is set to what a chain of calls gives, or the function that returns it. */
export function variableOf(node: ts.Node): string {
  for (let at = node; at.parent && !ts.isStatement(at); at = at.parent) {
    const named = namedValue(at.parent);
    if (named) return named[0];
    const returned = returnedValue(at.parent);
    if (returned) return resultName(returned[0]);
    if (ts.isFunctionLike(at)) return "";
    if (ts.isCallExpression(at.parent) && at.parent.arguments.some((one) => one === at)) return "";
  }
  return ts.isExportAssignment(node.parent) ? "default" : "";
}

/** The function that a call is of, by its name in the file. */
export function calledIn(node: ts.Expression): string | undefined {
  const value = unplugged(node);
  if (!ts.isCallExpression(value)) return undefined;
  const callee = unwrap(value.expression);
  if (ts.isIdentifier(callee)) return callee.text;
  return loadedIn(callee) && placeName(callee);
}

/** The names that functions of a file have given their results, each by the function's name. */
export class ReturnedNames {
  /** Functions whose calls gave a value, by its name or its place. */
  readonly results = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #makers = new Map<string, string>();
  readonly #twice = new Set<string>();

  /** @returns what the node gives back, where it gives something back */
  see(node: ts.Node): NamedValue | undefined {
    const called = ts.isExpression(node) ? calledIn(node) : undefined;
    if (called !== undefined) this.results.set(placeName(node), called);
    const named = namedValue(node);
    const by = named && calledIn(named[1]);
    if (named && by !== undefined) this.results.set(named[0], by);
    const given = returnedValue(node);
    if (given) this.#add(...given);
    return given;
  }

  /** A name that several functions use for what they return is none of one of them. */
  #add(maker: string, value: ts.Expression): void {
    const name = ts.isIdentifier(value) ? value.text : resultName(maker);
    const owner = this.#makers.get(name);
    if (owner !== undefined && owner !== maker) this.#twice.add(name);
    this.#makers.set(name, maker);
    this.#names.set(maker, name);
  }

  all(): ReadonlyMap<string, string> {
    return new Map([...this.#names].filter(([, name]) => !this.#twice.has(name)));
  }
}

/** `export default router`, `export { router as orders }`, `module.exports = router`. */
export function exportedNames({ statements }: ts.SourceFile): Record<string, string> {
  const found: Record<string, string> = {};
  for (const one of statements) {
    const given = wholeExport(one);
    if (given !== undefined) found["default"] = given;
    if (ts.isFunctionDeclaration(one) && one.name && isDefault(one)) found["default"] = one.name.text;
    if (ts.isExportDeclaration(one) && one.exportClause && ts.isNamedExports(one.exportClause))
      for (const { name, propertyName } of one.exportClause.elements)
        found[name.text] = (propertyName ?? name).text;
  }
  return found;
}

/** The name of what stands for the whole file. */
function wholeExport(statement: ts.Statement): string | undefined {
  const isSet = ts.isExportAssignment(statement) || ts.isExpressionStatement(statement);
  const set = isSet
    ? namedValue(ts.isExportAssignment(statement) ? statement : statement.expression)
    : undefined;
  if (set === undefined || !["default", "module.exports"].includes(set[0])) return undefined;
  const whole = unplugged(set[1]);
  return ts.isIdentifier(whole) ? whole.text : undefined;
}

const isDefault = (node: ts.FunctionDeclaration): boolean =>
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
