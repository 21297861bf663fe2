/** What a file assigns to names and members. Loads the TypeScript parser. */
import { declarationOf } from "../syntax/scopes.js";
import { ts, visit } from "../syntax/syntax.js";

/** `target = value` */
export interface Assignment {
  readonly target: ts.Expression;
  readonly value: ts.Expression;
}

export interface FileAssignments {
  readonly all: readonly Assignment[];
  /** Values by the declaration of the name that they are assigned to. */
  readonly byName: ReadonlyMap<ts.Node, readonly ts.Expression[]>;
}

export function assignmentsIn(source: ts.SourceFile): FileAssignments {
  const all: Assignment[] = [];
  const byName = new Map<ts.Node, ts.Expression[]>();
  visit(source, (node) => {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    const { left: target, right: value } = node;
    all.push({ target, value });
    const declaration = ts.isIdentifier(target) ? declarationOf(target) : undefined;
    if (declaration === undefined) return;
    const known = byName.get(declaration);
    if (known) known.push(value);
    else byName.set(declaration, [value]);
  });
  return { all, byName };
}
