/** Length, complexity and parameters of every function that has a body. */
import ts from "typescript";
import { placeOf } from "./sources.mjs";

const isFunction = (node) => ts.isFunctionLike(node) && node.body !== undefined;

/** All lines from the first to the last one, functions inside included, the comment above left out. */
export const functionLines = (sources) =>
  eachFunction(sources, (node, { tree }) => {
    const line = (position) => tree.getLineAndCharacterOfPosition(position).line;
    return line(node.end) - line(node.getStart(tree)) + 1;
  });

/**
 * Ways through a function (cyclomatic complexity): 1, and one more for each if, conditional expression, loop, case with
 * a value, catch, `&&`, `||`, `??` and their assignments. Functions inside count on their own. Without `?.` and default
 * values, which ESLint since version 9 and oxlint count too; otherwise their rule `complexity` gives the same numbers.
 */
export const functionComplexity = (sources) =>
  eachFunction(sources, (node) => {
    let ways = 1;
    const walk = (inner) => {
      if (isFunction(inner) || ts.isClassStaticBlockDeclaration(inner)) return;
      if (isBranch(inner)) ways += 1;
      inner.forEachChild(walk);
    };
    node.forEachChild(walk);
    return ways;
  });

/** Parameters of each function; `this` is none. */
export const functionParameters = (sources) =>
  eachFunction(
    sources,
    (node, { tree }) => node.parameters.filter((each) => each.name.getText(tree) !== "this").length,
  );

function eachFunction(sources, valueOf) {
  return sources.flatMap((source) =>
    source.nodes
      .filter(isFunction)
      .map((node) => placeOf(source, node, functionName(node, source.tree), valueOf(node, source))),
  );
}

function functionName(node, tree) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  if (node.name) return node.name.getText(tree);
  const { parent } = node;
  const isNamed =
    (ts.isVariableDeclaration(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isPropertyDeclaration(parent)) &&
    parent.initializer === node;
  return isNamed ? parent.name.getText(tree) : "(anonymous)";
}

const branches = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ConditionalExpression,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
]);

const logicalOperators = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

const isBranch = (node) =>
  branches.has(node.kind) || (ts.isBinaryExpression(node) && logicalOperators.has(node.operatorToken.kind));
