/** Environment variables by the code that reads them. Loads the TypeScript parser, so import it lazily. */
import { parse, ts, visit } from "./syntax.js";

/** Names that code reads from an environment: `process.env.A`, `env["B"]`, `const { C } = import.meta.env`. */
export const variablesRead = (code: string): readonly string[] => variablesIn(parse(code, "code.tsx"));

/** The same for code that is parsed. */
export function variablesIn(root: ts.Node): readonly string[] {
  const found = new Set<string>();
  visit(root, (node) => {
    for (const name of namesReadBy(node)) if (isVariable(name)) found.add(name);
  });
  return [...found];
}

function namesReadBy(node: ts.Node): readonly string[] {
  if (ts.isPropertyAccessExpression(node)) return isEnv(node.expression) ? [node.name.text] : [];
  if (ts.isElementAccessExpression(node)) {
    const { expression, argumentExpression: key } = node;
    return isEnv(expression) && ts.isStringLiteralLike(key) ? [key.text] : [];
  }
  if (!ts.isVariableDeclaration(node) || !ts.isObjectBindingPattern(node.name)) return [];
  if (node.initializer === undefined || !isEnv(node.initializer)) return [];
  return node.name.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
}

const isEnv = (node: ts.Expression): boolean =>
  (ts.isIdentifier(node) && node.text === "env") ||
  (ts.isPropertyAccessExpression(node) && node.name.text === "env");

const isVariable = (name: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(name);
