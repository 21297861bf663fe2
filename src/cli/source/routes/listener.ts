import {
  locateModule,
  parse,
  requiredModule,
  ts,
  unreadable,
  visit,
  type Located,
} from "../syntax/syntax.js";

/** The function that answers the requests of a server, where it is given to `createServer`. */
export interface ListenerPlace {
  readonly start: number;
  readonly end: number;
  /** Function that it is the result of; undefined: it stands there itself. */
  readonly madeBy: string | undefined;
}

/** Whether an expression is `createServer` of one of the modules, by the names of a file. */
function createServerTest(text: string, fileName: string, modules: readonly string[]) {
  const loaded = locateModule(text, fileName).imports.filter(({ specifier }) => modules.includes(specifier));
  return (node: ts.Expression): boolean => {
    if (ts.isIdentifier(node)) return loaded.some(({ names }) => names["createServer"] === node.text);
    if (!ts.isPropertyAccessExpression(node) || node.name.text !== "createServer") return false;
    const owner = node.expression;
    const isLoaded = ts.isIdentifier(owner) && loaded.some(({ whole }) => whole === owner.text);
    return isLoaded || modules.includes(requiredModule(owner) ?? "");
  };
}

/** The listener of the one server that a file makes. */
export function locateListener(
  text: string,
  fileName: string,
  modules: readonly string[],
): Located<ListenerPlace> {
  const makes = createServerTest(text, fileName, modules);
  const calls: ts.CallExpression[] = [];
  visit(parse(text, fileName), (node) => {
    if (ts.isCallExpression(node) && makes(node.expression)) calls.push(node);
  });
  const [call, other] = calls;
  if (!call) return unreadable(0, "no call of `createServer()` was found");
  if (other) return unreadable(other.getStart(), "the file makes several servers");
  const listener = call.arguments.at(-1);
  if (!listener || ts.isObjectLiteralExpression(listener) || ts.isSpreadElement(listener))
    return unreadable(call.getStart(), "`createServer()` is not given the function that answers");
  const madeBy = ts.isCallExpression(listener) ? listener.expression.getText() : undefined;
  return { kind: "found", place: { start: listener.getStart(), end: listener.getEnd(), madeBy } };
}
