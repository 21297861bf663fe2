/** What functions take apart, and the names that code speaks of. Loads the TypeScript parser. */
import { ts, visit } from "./syntax.js";

/** What a function takes of an argument under a name. */
export const elementOf = (
  { elements }: ts.ObjectBindingPattern,
  name: string,
): ts.BindingElement | undefined =>
  elements.find(
    (one) => one.dotDotDotToken === undefined && (one.propertyName ?? one.name).getText() === name,
  );

/** Whether code speaks of a name, whatever it stands for. */
export function mentions(code: ts.Node | undefined, name: string): boolean {
  let found = false;
  if (code !== undefined) visit(code, (node) => void (found ||= ts.isIdentifier(node) && node.text === name));
  return found;
}
