/** What a file declares at its top. Loads the TypeScript parser. */
import { parse, ts, visit } from "./syntax.js";

export interface Declaration {
  /** With the comment that documents it. */
  readonly start: number;
  readonly end: number;
  /** Without that comment. */
  readonly code: string;
}

/** The function or variable of a name. */
export function declarationIn(text: string, file: string, name: string): Declaration | undefined {
  const found = parse(text, file).statements.find((one) => {
    if (ts.isFunctionDeclaration(one)) return one.name?.text === name;
    return (
      ts.isVariableStatement(one) &&
      one.declarationList.declarations.some((each) => each.name.getText() === name)
    );
  });
  if (found === undefined) return undefined;
  const start = found.getStart(undefined, true);
  return { start, end: found.getEnd(), code: found.getText() };
}

/** How often each of these names stands in a file, members of objects among them. */
export function countNames(
  text: string,
  file: string,
  names: readonly string[],
): ReadonlyMap<string, number> {
  const counts = new Map(names.map((name) => [name, 0]));
  visit(parse(text, file), (node) => {
    if (ts.isIdentifier(node) && counts.has(node.text))
      counts.set(node.text, (counts.get(node.text) ?? 0) + 1);
  });
  return counts;
}
