/** A list of texts that a file declares: `const roles = ["user", "admin"] as const`. Loads the TypeScript parser. */
import { placedList, type PlacedList } from "./placed-list.js";
import { parse, syntaxErrorIn, ts, unreadable, unwrap, type Located } from "./syntax.js";

export interface TextListPlace {
  readonly list: PlacedList;
  readonly values: readonly string[];
}

export function locateTextList(text: string, file: string, name: string): Located<TextListPlace> {
  const source = parse(text, file);
  const error = syntaxErrorIn(source);
  if (error !== undefined) return unreadable(error, "the file has a syntax error");
  const declared = source.statements
    .flatMap((one) => (ts.isVariableStatement(one) ? [...one.declarationList.declarations] : []))
    .find((one) => ts.isIdentifier(one.name) && one.name.text === name);
  const value = declared?.initializer && unwrap(declared.initializer);
  if (value === undefined || !ts.isArrayLiteralExpression(value))
    return unreadable(declared?.getStart() ?? 0, `there is no list "${name}"`);
  const values = value.elements.flatMap((one) => (ts.isStringLiteralLike(one) ? [one.text] : []));
  if (values.length < value.elements.length)
    return unreadable(value.getStart(), `"${name}" holds more than texts`);
  return { kind: "found", place: { list: placedList(value, value.elements), values } };
}
