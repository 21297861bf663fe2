/** What `authorize` calls, and what functions throw: a thrown text may come from one call further. */
import { parse, ts } from "../../../../cli/source/syntax/syntax.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { authorizesIn, functionNamed, thrownIn } from "../sign-in/read.js";

/** A function that `authorize` calls by its plain name. */
export interface Called {
  readonly name: string;
  readonly offset: number;
}

/** Each name once, at its first call; calls below a `try` are left out: their errors may end there. */
export function locateCalled(text: string, fileName: string): readonly Called[] {
  const calls = authorizesIn(parse(text, fileName)).flatMap((authorize) =>
    collect(authorize, (node): Called[] =>
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && !isTried(node, authorize)
        ? [{ name: node.expression.text, offset: node.getStart() }]
        : [],
    ),
  );
  return calls.filter(({ name }, at) => calls.findIndex((one) => one.name === name) === at);
}

const isTried = (node: ts.Node, top: ts.Node): boolean =>
  node !== top &&
  ((ts.isTryStatement(node.parent) && node.parent.tryBlock === node) || isTried(node.parent, top));

/** Where a function of a file throws an error that is none of the library's: its offset. "unseen": it is not there. */
export function locateThrow(
  text: string,
  fileName: string,
  name: string,
  isKnown: (error: string) => boolean,
): number | "unseen" | undefined {
  const source = parse(text, fileName);
  const found = name === "default" ? defaultFunction(source) : functionNamed(name, source);
  if (!found) return "unseen";
  return thrownIn(found, "authorize").find(({ error, caught }) => !caught && !isKnown(error))?.start;
}

function defaultFunction(source: ts.SourceFile): ts.FunctionLikeDeclaration | undefined {
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && isDefault(statement)) return statement;
    if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      return functionNamed(statement.expression.text, source);
  }
  return undefined;
}

const isDefault = ({ modifiers }: ts.FunctionDeclaration): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false;
