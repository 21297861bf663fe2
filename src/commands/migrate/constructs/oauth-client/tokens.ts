/** The variable that holds tokens: arctic's methods become members, and the ID token is verified already. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { textMembers, tokenMembers } from "./classes.js";
import { calledName, constantIn, statementAround, usesOf, type ClientFile } from "./read.js";

/** A variable that gets the answer of a call. */
export interface AnswerVariable {
  readonly name: string;
  readonly declaration: ts.VariableDeclaration;
}

/** What stands in place of the old variable. */
export interface NewNames {
  readonly tokens: string;
  /** Of the ID token; undefined: it was not verified here. */
  readonly claims: string | undefined;
  readonly whole: string;
}

/** `const tokens = await …`, or `tokens = await …` of a variable of the same function. */
export function variableOf(call: ts.CallExpression): AnswerVariable | undefined {
  let node: ts.Node = call.parent;
  while (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) node = node.parent;
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name))
    return { name: node.name.text, declaration: node };
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return undefined;
  if (!ts.isIdentifier(node.left)) return undefined;
  let scope: ts.Node = node;
  while (!ts.isFunctionLike(scope) && !ts.isSourceFile(scope)) scope = scope.parent;
  const declaration = constantIn(scope, node.left.text);
  return declaration && { name: node.left.text, declaration };
}

/** @param scope function in which the variable lives */
export function turnTokens(
  { nameOf }: ClientFile,
  scope: ts.Node,
  { name }: AnswerVariable,
  names: NewNames,
): { readonly edits: readonly TextEdit[] } | { readonly why: string } {
  const decoded = collect(scope, (node) => decodingOf(scope, node, name, nameOf));
  if (decoded.length > 0 && names.claims === undefined)
    return { why: "decodeIdToken() reads a token that nobody has verified" };
  const within = (use: ts.Node) =>
    decoded.some((one) => one.getStart() <= use.getStart() && use.getEnd() <= one.getEnd());
  const edits: TextEdit[] = decoded.map((one) => ({ ...rangeOf(one), text: names.claims ?? "" }));
  for (const use of usesOf(scope, name)) {
    if (within(use)) continue;
    const { parent } = use;
    if (ts.isBinaryExpression(parent) && parent.left === use) {
      edits.push({ ...rangeOf(use), text: names.whole });
      continue;
    }
    const method = ts.isPropertyAccessExpression(parent) ? parent.name.text : "";
    const { parent: call } = parent;
    const text = ts.isCallExpression(call)
      ? memberText(method, names.tokens, ts.isTemplateSpan(call.parent))
      : undefined;
    if (method === "data") edits.push({ ...rangeOf(parent), text: names.tokens });
    else if (text !== undefined) edits.push({ ...rangeOf(call), text });
    else return { why: `\`${name}\` goes elsewhere: ${statementAround(use).getText().split("\n", 1)[0]}` };
  }
  return { edits };
}

/** @param isInTemplate a template makes a text of it by itself */
function memberText(method: string, tokens: string, isInTemplate: boolean): string | undefined {
  const member = Object.hasOwn(textMembers, method) ? textMembers[method] : undefined;
  if (member !== undefined) return isInTemplate ? `${tokens}.${member}` : `String(${tokens}.${member})`;
  return Object.hasOwn(tokenMembers, method) ? tokenMembers[method]?.(tokens) : undefined;
}

const rangeOf = (node: ts.Node) => ({ start: node.getStart(), end: node.getEnd() });

/** `decodeIdToken(tokens.idToken())`, or of a constant that holds that. */
function decodingOf(
  scope: ts.Node,
  node: ts.Node,
  tokens: string,
  nameOf: ClientFile["nameOf"],
): ts.CallExpression[] {
  if (!ts.isCallExpression(node) || calledName(node, nameOf) !== "decodeIdToken") return [];
  const [given] = node.arguments;
  const held = given && ts.isIdentifier(given) ? constantIn(scope, given.text)?.initializer : given;
  const text = held && unwrap(held).getText();
  return text === `${tokens}.idToken()` ? [node] : [];
}
