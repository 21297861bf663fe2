/** The port that a server listens at, as its code says it. Loads the TypeScript parser. */
import { Names, type OpenModule } from "../names/names.js";
import { holds } from "../syntax/collect.js";
import { declarationOf, keyOf, lastName } from "../syntax/scopes.js";
import { parse, ts, unwrap, visit } from "../syntax/syntax.js";

/**
 * The port that a server file names: beside the variable PORT, in `listen` and `serve`, or under the name `port`. What
 * stands in another file is followed, to the default of a module for the environment too.
 */
export function listeningPort(
  text: string,
  fileName: string,
  open: OpenModule = () => undefined,
): string | undefined {
  const names = new Names(open);
  const found: { readonly rank: number; readonly port: string }[] = [];
  visit(parse(text, fileName), (node) => {
    const [rank, value] = portAt(node);
    const port = value && portOf(value, names, 0);
    if (port !== undefined) found.push({ rank, port });
  });
  return found.sort((a, b) => a.rank - b.rank)[0]?.port;
}

/** What may be a port, and how sure that is: 0 is surest. */
function portAt(node: ts.Node): readonly [rank: number, value: ts.Expression | undefined] {
  if (ts.isBinaryExpression(node)) {
    if (isChoice(node) && namesPort(node.left)) return [0, node.right];
    const isPort = node.operatorToken.kind === ts.SyntaxKind.EqualsToken && isPortName(lastName(node.left));
    return [2, isPort ? node.right : undefined];
  }
  if (ts.isCallExpression(node)) return [1, starts(node.expression) ? givenPort(node.arguments) : undefined];
  if (ts.isExportAssignment(node)) return [1, memberPort(node.expression)];
  const isPort = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isPortName(node.name.text);
  return [2, isPort ? node.initializer : undefined];
}

const isChoice = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;

/** `app.listen`, `serve`, `Bun.serve` */
function starts(callee: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && (name.text === "serve" || (name !== callee && name.text === "listen"));
}

/** `listen(4000)`, `listen({ port: 4000 })`, `serve(app, { port: 4000 })` */
const givenPort = (given: readonly ts.Expression[]): ts.Expression | undefined =>
  given.map(memberPort).find((one) => one !== undefined) ?? given[0];

function memberPort(given: ts.Expression): ts.Expression | undefined {
  const object = unwrap(given);
  const members = ts.isObjectLiteralExpression(object) ? object.properties : [];
  const member = members.find((one) => keyOf(one.name) === "port");
  if (member && ts.isShorthandPropertyAssignment(member)) return member.name;
  return member && ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

/** Names are followed over so many files. */
const maxDepth = 8;

/** The number that an expression stands for where nothing else is set. */
function portOf(expression: ts.Node, names: Names, depth: number): string | undefined {
  if (depth > maxDepth || !ts.isExpression(expression)) return undefined;
  const value = unwrap(expression);
  if (ts.isNumericLiteral(value) || ts.isStringLiteralLike(value))
    return isPortNumber(value.text) ? value.text : undefined;
  if (ts.isBinaryExpression(value))
    return isChoice(value) ? portOf(value.right, names, depth + 1) : undefined;
  if (ts.isCallExpression(value)) {
    const [first] = value.arguments;
    return first && ts.isIdentifier(value.expression) ? portOf(first, names, depth + 1) : undefined;
  }
  const meant = names.meaning(value);
  const known =
    meant?.kind === "node" && meant.node !== value ? portOf(meant.node, names, depth + 1) : undefined;
  return known ?? defaultOf(value, names);
}

/** `env.PORT`, or `PORT` that was taken out of `env`: what the module of `env` sets where the environment does not. */
function defaultOf(value: ts.Expression, names: Names): string | undefined {
  const [from, name] = takenFrom(value);
  if (from === undefined || name === undefined || !isPortName(name)) return undefined;
  const meant = names.meaning(from);
  const home = meant?.kind === "node" ? meant.node.getSourceFile() : undefined;
  let found: string | undefined;
  if (home !== undefined)
    visit(home, (node) => {
      if (found === undefined && ts.isPropertyAssignment(node) && keyOf(node.name) === name)
        found = writtenDefault(node.initializer, names);
    });
  return found;
}

/** The object that a value is a member of, and the member's name. */
function takenFrom(
  value: ts.Expression,
): readonly [from: ts.Expression | undefined, name: string | undefined] {
  if (ts.isPropertyAccessExpression(value)) return [value.expression, value.name.text];
  const declared = ts.isIdentifier(value) ? declarationOf(value) : undefined;
  if (declared === undefined || !ts.isBindingElement(declared)) return [undefined, undefined];
  const { parent: list } = declared.parent;
  const name = keyOf(declared.propertyName) ?? declared.name.getText();
  return [ts.isVariableDeclaration(list) ? list.initializer : undefined, name];
}

/** `z.coerce.number().default(8080)`, `port({ default: 8080 })`, `Number(process.env.PORT ?? 8080)` */
function writtenDefault(initializer: ts.Expression, names: Names): string | undefined {
  let found = portOf(initializer, names, maxDepth - 1);
  visit(initializer, (node) => {
    if (ts.isPropertyAssignment(node) && keyOf(node.name) === "default")
      found ??= portOf(node.initializer, names, maxDepth);
    const isDefault =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "default";
    if (isDefault && node.arguments[0]) found ??= portOf(node.arguments[0], names, maxDepth);
    if (ts.isBinaryExpression(node) && isChoice(node)) found ??= portOf(node.right, names, maxDepth);
  });
  return found;
}

const isPortName = (name: string): boolean => name.toLowerCase() === "port";

/** `process.env.PORT`, `process.env["PORT"]`, in whatever is made of it. */
const namesPort = (root: ts.Node): boolean =>
  holds(root, (node) => (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === "PORT");

const isPortNumber = (text: string): boolean =>
  text === String(Number(text)) && Number(text) >= 10 && Number(text) <= 99_999;
