import { parse, ts, unwrap, visit } from "../syntax/syntax.js";

/** The port that a server file names: beside the variable PORT, in `listen`, or under the name `port`. */
export function listeningPort(text: string, fileName: string): string | undefined {
  const found: { readonly rank: number; readonly port: string }[] = [];
  visit(parse(text, fileName), (node) => {
    const [rank, value] = portAt(node);
    const isText = value && (ts.isNumericLiteral(value) || ts.isStringLiteralLike(value));
    if (isText && /^\d{2,5}$/.test(value.text)) found.push({ rank, port: value.text });
  });
  return found.sort((a, b) => a.rank - b.rank)[0]?.port;
}

/** What may be a port, and how sure that is: 0 is surest. */
function portAt(node: ts.Node): readonly [rank: number, value: ts.Expression | undefined] {
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken.kind;
    const isChoice = sign === ts.SyntaxKind.BarBarToken || sign === ts.SyntaxKind.QuestionQuestionToken;
    if (isChoice && /\bPORT\b/.test(node.left.getText())) return [0, unwrap(node.right)];
    const isPort = sign === ts.SyntaxKind.EqualsToken && isPortName(node.left.getText());
    return [2, isPort ? unwrap(node.right) : undefined];
  }
  if (ts.isCallExpression(node))
    return [1, isListen(node.expression) && node.arguments[0] ? unwrap(node.arguments[0]) : undefined];
  const isPort = ts.isVariableDeclaration(node) && isPortName(node.name.getText());
  return [2, isPort && node.initializer ? unwrap(node.initializer) : undefined];
}

const isListen = (callee: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(callee) && callee.name.text === "listen";

const isPortName = (name: string): boolean => /\bport$/i.test(name);
