/** Members of the options that this runtime reads differently. */
import { memberOf } from "./read.js";
import { ts } from "../../../../cli/source/syntax/syntax.js";

export interface Oddity {
  readonly offset: number;
  readonly name: string;
}

/** `httpOptions`, and `logger` beside `providers`. */
export function readOddity(node: ts.Node): Oddity[] {
  if (!ts.isPropertyAssignment(node)) return [];
  const name = node.name.getText();
  const isOption = (one: ts.ObjectLiteralElementLike) => one.name?.getText() === "providers";
  const isLogger = name === "logger" && node.parent.properties.some(isOption);
  const isOdd = name === "httpOptions" || (isLogger && !takesErrors(node.initializer));
  return isOdd ? [{ offset: node.getStart(), name }] : [];
}

/** `error(error)` of a logger that is written out: it had been `error(code, metadata)`. */
function takesErrors(logger: ts.Expression): boolean {
  const error = memberOf(logger, "error");
  if (!error || !(ts.isFunctionLike(error) || ts.isMethodDeclaration(error))) return false;
  const [first, ...others] = error.parameters;
  return first !== undefined && others.length === 0 && first.name.getText() !== "code";
}
