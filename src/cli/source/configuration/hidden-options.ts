/** Options that are made where they cannot be read. Loads the TypeScript parser. */
import type { Names } from "../names/names.js";
import { keyOf } from "../syntax/scopes.js";
import { ts } from "../syntax/syntax.js";
import { objectOf } from "./config-literal.js";
import type { OptionReader } from "./config-options.js";

const deepest = 12;

/** Whether an expression is, or is made of, something that no option can be read from. */
export function isHidden(node: ts.Node, reader: OptionReader, names: Names, depth = 0): boolean {
  const found = objectOf(node, names);
  if (found === undefined) return reader.of(node).length === 0;
  return found.properties.some((one) =>
    ts.isSpreadAssignment(one)
      ? depth > deepest || isHidden(one.expression, reader, names, depth + 1)
      : keyOf(one.name) === undefined,
  );
}
