/** Questions about the type of a provider or account. */
import ts from "typescript";
import { providerTypeExceptions } from "./exceptions.mjs";
import { literalText, placeOf } from "./sources.mjs";

const types = new Set(["oauth", "oidc", "email", "credentials", "webauthn"]);

const comparisons = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);

/**
 * Comparisons of `….type` or `type` with a provider's type, cases of a switch over it, and `[…].includes(….type)`:
 * each comparison, case and call is one question.
 */
export const providerTypeQuestions = (sources) =>
  sources.filter(({ file }) => !excepted.has(file)).flatMap(questionsIn);

const excepted = new Set(Object.values(providerTypeExceptions).flat());

/** The questions of one file. */
export const questionsIn = (source) =>
  source.nodes
    .filter(isQuestion)
    .map((node) => placeOf(source, node, node.getText(source.tree).split("\n")[0]));

function isQuestion(node) {
  if (ts.isBinaryExpression(node) && comparisons.has(node.operatorToken.kind)) {
    const { left, right } = node;
    return (isType(left) && isTypeName(right)) || (isType(right) && isTypeName(left));
  }
  if (ts.isCaseClause(node)) return isType(node.parent.parent.expression) && isTypeName(node.expression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression, name } = node.expression;
  return (
    name.text === "includes" &&
    ts.isArrayLiteralExpression(expression) &&
    expression.elements.some(isTypeName) &&
    node.arguments.some(isType)
  );
}

const isType = (node) => (ts.isPropertyAccessExpression(node) ? node.name : node).text === "type";
const isTypeName = (node) => types.has(literalText(node));
