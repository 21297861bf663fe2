/**
 * Regular expressions held against source text of the user's project.
 *
 * Counted is every regular expression (a literal, or a call of `RegExp` with or without `new`) outside the rooms that
 * read source text so and the files that `patternExceptions` names, unless it is only held against other things: every use of it is
 * `pattern.test(x)`, `pattern.exec(x)` or `x.match(pattern)`, `matchAll`, `replace`, `replaceAll`, `search`, `split`,
 * and the last word of each `x` (see `lastWord`) is one of `otherSubjects`: `file`, `specifier`, `version` and so on.
 * A pattern kept in a `const` is judged by its uses in that file; one that leaves the file, or goes anywhere else,
 * counts. What cannot be told apart counts.
 */
import ts from "typescript";
import { isIn, otherSubjects, sourceRooms } from "./areas.mjs";
import { patternExceptions } from "./exceptions.mjs";
import { placeOf } from "./sources.mjs";

const ofPattern = new Set(["test", "exec"]);
const ofText = new Set(["match", "matchAll", "replace", "replaceAll", "search", "split"]);

const excepted = new Set(Object.values(patternExceptions).flat());

export const patternsOverSource = (sources) =>
  sources.filter(({ file }) => !isIn(file, sourceRooms) && !excepted.has(file)).flatMap(patternsIn);

/** The patterns of one file that may be held against source text. */
export const patternsIn = (source) =>
  source.nodes
    .filter(isPattern)
    .filter((node) => !isForOthers(node, source.nodes))
    .map((node) => placeOf(source, node, shortText(node, source.tree)));

const isPattern = (node) =>
  ts.isRegularExpressionLiteral(node) ||
  ((ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.text === "RegExp");

function isForOthers(pattern, nodes) {
  const words = usesOf(pattern, nodes).map(subjectWord);
  return words.length > 0 && words.every((word) => otherSubjects.includes(word));
}

/** The nodes that stand for the pattern: itself, or each mention of the constant that holds it. */
function usesOf(pattern, nodes) {
  const { parent } = pattern;
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return [pattern];
  const isExported = parent.parent.parent.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (isExported) return [pattern];
  return nodes.filter(
    (node) => ts.isIdentifier(node) && node.text === parent.name.text && node !== parent.name,
  );
}

/** The last word of what one use is held against; undefined when that cannot be seen. */
function subjectWord(use) {
  const { parent } = use;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === use && ofPattern.has(parent.name.text))
    return ts.isCallExpression(parent.parent) ? lastWord(parent.parent.arguments[0]) : undefined;
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== use) return undefined;
  const called = parent.expression;
  return ts.isPropertyAccessExpression(called) && ofText.has(called.name.text)
    ? lastWord(called.expression)
    : undefined;
}

/** `a.b` → b, `b.trim()` → b, `path.basename(b)` → b, `String(b)` → b, `b ?? ""` → b, `b[0]` → b. */
function lastWord(node) {
  if (node === undefined) return undefined;
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  if (ts.isBinaryExpression(node)) return lastWord(node.left);
  if (ts.isCallExpression(node)) return lastWord(calledOn(node));
  return "expression" in node ? lastWord(node.expression) : undefined;
}

function calledOn({ expression, arguments: given }) {
  const isMethod = ts.isPropertyAccessExpression(expression);
  const isOfPath = isMethod && /^path\b/.test(expression.expression.getText());
  return isMethod && !isOfPath ? expression.expression : given[0];
}

function shortText(node, tree) {
  const text = node.getText(tree).replaceAll(/\s+/g, " ");
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
