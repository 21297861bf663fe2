/** What `callbacks.redirect` does with the address that it is given. Loads the TypeScript parser. */
import { returnedBy } from "../providers/provider-lists.js";
import { parse, syntaxErrorIn, ts, unwrap, visit } from "../syntax/syntax.js";

/** Whether the code of the callback hands back what it was given, whatever that is. */
export function handsBack(code: string): boolean {
  const callback = functionIn(code);
  if (callback === undefined || decides(callback)) return false;
  const returned = returnedBy(callback);
  return returned.length > 0 && returned.every((value) => isGiven(unwrap(value)));
}

/** The function that the code of an option is: an arrow, a function or a method. */
function functionIn(code: string): ts.SignatureDeclaration | undefined {
  for (const text of [`(${code})`, `({ ${code} })`]) {
    const source = parse(text, "option.ts");
    if (syntaxErrorIn(source) !== undefined) continue;
    let found: ts.SignatureDeclaration | undefined;
    visit(source, (node) => void (found ??= ts.isFunctionLike(node) ? node : undefined));
    return found;
  }
  return undefined;
}

function decides(callback: ts.Node): boolean {
  let isFound = false;
  visit(callback, (node) => {
    isFound ||= ts.isIfStatement(node) || ts.isConditionalExpression(node) || ts.isSwitchStatement(node);
  });
  return isFound;
}

/** `url`, `params.url` */
const isGiven = (value: ts.Expression): boolean =>
  (ts.isIdentifier(value) && value.text === "url") ||
  (ts.isPropertyAccessExpression(value) && value.name.text === "url" && ts.isIdentifier(value.expression));
