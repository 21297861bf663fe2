/** Names in a piece of code, such as a value or the body of a function. Loads the TypeScript parser. */
import { splice } from "../text/text-edit.js";
import { parse, ts, unwrap, visit } from "../syntax/syntax.js";

/** Whether code has a name: as an identifier, a key or a text. Comments have none. */
export function mentions(code: string, fileName: string, name: string): boolean {
  if (!code.includes(name)) return false;
  let isFound = false;
  visit(parse(code, fileName), (node) => {
    isFound ||= (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) && node.text === name;
  });
  return isFound;
}

/** Whether a variable, a parameter or a function of this name is declared anywhere in the code. */
export function declares(code: string, name: string): boolean {
  let isFound = false;
  visit(parse(code, "code.tsx"), (node) => {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isBindingElement(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isParameter(node);
    isFound ||= isDeclaration && node.name !== undefined && node.name.getText() === name;
  });
  return isFound;
}

/** An expression with another name for a variable; members and keys that are called alike stay. */
export function withName(expression: string, from: string, to: string): string {
  const open = "(";
  const places: { start: number; end: number; text: string }[] = [];
  visit(parse(`${open}${expression})`, "code.tsx"), (node) => {
    if (!ts.isIdentifier(node) || node.text !== from || isMemberName(node)) return;
    const [start, end] = [node.getStart() - open.length, node.getEnd() - open.length];
    places.push({ start, end, text: ts.isShorthandPropertyAssignment(node.parent) ? `${from}: ${to}` : to });
  });
  return splice(expression, places);
}

function isMemberName(name: ts.Identifier): boolean {
  const { parent } = name;
  return (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === name;
}

/** Members of an object that is written out, in order, with the text of those that are plain texts. */
export function membersOf(
  code: string,
): readonly { readonly name: string | undefined; readonly text: string | undefined }[] {
  let object: ts.ObjectLiteralExpression | undefined;
  visit(parse(`(${code})`, "code.ts"), (node) => {
    object ??= ts.isObjectLiteralExpression(node) ? node : undefined;
  });
  return (object?.properties ?? []).map((member) => {
    const value = ts.isPropertyAssignment(member) ? unwrap(member.initializer) : undefined;
    return {
      name: member.name?.getText(),
      text: value && ts.isStringLiteralLike(value) ? value.text : undefined,
    };
  });
}

/** Where a text has one of some words, in identifiers, texts and markup: the first of them. */
export function firstWord(
  code: string,
  fileName: string,
  words: ReadonlySet<string>,
): { readonly word: string; readonly offset: number } | undefined {
  const found: { word: string; offset: number }[] = [];
  visit(parse(code, fileName), (node) => {
    const isWritten = ts.isIdentifier(node) || ts.isJsxText(node) || ts.isLiteralExpression(node);
    if (!isWritten && !ts.isTemplateLiteralToken(node)) return;
    for (const { 0: word, index } of node.getText().matchAll(/\w+/g))
      if (words.has(word)) found.push({ word, offset: node.getStart() + index });
  });
  return found[0];
}
