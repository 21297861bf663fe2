/** What code reads of the session that `getUserSession()` gave. */
import { collect } from "../../../cli/source/syntax/collect.js";
import { ts } from "../../../cli/source/syntax/syntax.js";

/** `const { user } = …`, or a name of which `user` alone is read. */
export function isReadAsUser(value: ts.Expression): boolean {
  const { parent } = value;
  if (!ts.isAwaitExpression(value) || !ts.isVariableDeclaration(parent)) return false;
  if (ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.every(
      (one) => (one.propertyName ?? one.name).getText() === "user" && !one.dotDotDotToken,
    );
  const name = parent.name.getText();
  return collect(value.getSourceFile(), (node) =>
    ts.isIdentifier(node) && node.text === name && node.parent !== parent ? [node.parent] : [],
  ).every((use) => ts.isPropertyAccessExpression(use) && use.name.text === "user");
}

/** Names of the members that are read of a value, or of the name that holds it. */
export function membersRead(value: ts.Expression): readonly string[] {
  const { parent } = value;
  if (ts.isParenthesizedExpression(parent)) return membersRead(parent);
  if (ts.isPropertyAccessExpression(parent)) return [parent.name.text];
  if (!ts.isVariableDeclaration(parent)) return [];
  if (ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.map((one) => (one.propertyName ?? one.name).getText());
  const name = parent.name.getText();
  return collect(value.getSourceFile(), (node) =>
    ts.isPropertyAccessExpression(node) && node.expression.getText() === name ? [node.name.text] : [],
  );
}
