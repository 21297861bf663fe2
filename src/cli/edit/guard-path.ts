/** Writes a guard for a path into a server file, behind the line that reads the session. */
import { indentAt, lineAt, lineEnd } from "../source/layout.js";
import type { SourceText } from "../source/names.js";
import { requires } from "../source/requirement.js";
import { countSyntaxErrors, firstSyntaxError, parse, ts, visit } from "../source/syntax.js";
import { detectStyle } from "../source/text-style.js";
import { requirementText, type WrittenRequirement } from "./requirement.js";
import { splice, type EditResult } from "./text-edit.js";

/** A path of a server that gets a guard. */
export interface GuardedPath {
  /** As the server's routes are written. */
  readonly pattern: string;
  readonly requirement: WrittenRequirement;
  /** Whether an argument of `app.use` is the middleware that reads the session. */
  isSession(code: string): boolean;
  /** Whether an argument of `app.use` is a guard. */
  isGuard(code: string): boolean;
  /** Whether a path, as the server writes it, is this one or below it. */
  isBelow(pathname: string): boolean;
  /** The guard beside a session of that name: `auth.require` beside `auth.session`; undefined: its name is not known. */
  guard(session: string, requirement: string): string | undefined;
}

type Statement = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

/** Calls such as `app.use(…)` that are statements. */
function statementsOf(root: ts.SourceFile): readonly Statement[] {
  const found: Statement[] = [];
  visit(root, (node) => {
    if (isStatement(node)) found.push(node);
  });
  return found;
}

const isStatement = (node: ts.Node): node is Statement =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isExpressionStatement(node.parent);

export function guardPath({ file, text }: SourceText, wanted: GuardedPath): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  const error = firstSyntaxError(text, file);
  if (error !== undefined) return manual(error, "the file has a syntax error");
  const calls = statementsOf(parse(text, file));
  const holds = (call: Statement, is: (code: string) => boolean) =>
    call.arguments.find((one) => is(one.getText()));
  const session = calls.find((one) => holds(one, wanted.isSession));
  const name = session && holds(session, wanted.isSession)?.getText();
  if (!session || name === undefined) return manual(0, "no line of this file reads the session");
  const present = calls.find((one) => pathOf(one) === wanted.pattern && holds(one, wanted.isGuard));
  if (present) return isEnough(present, wanted) ? nothing : manual(present.getStart(), otherGuard);
  const early = calls.find((one) => one.end < session.pos && wanted.isBelow(pathOf(one) ?? ""));
  if (early) return manual(early.getStart(), "this route stands in front of the session: move it below");
  const { eol, quote, semicolons } = detectStyle(text);
  const app = session.expression.expression.getText();
  const guard = wanted.guard(name, requirementText(wanted.requirement, quote));
  if (guard === undefined) return manual(session.getStart(), "what the guard is called here is not known");
  const code = `${app}.use(${quote}${wanted.pattern}${quote}, ${guard})${semicolons ? ";" : ""}`;
  const at = lineEnd(text, session.parent.getEnd());
  const line = indentAt(text, session.getStart()) + code;
  const isLast = at === text.length && !text.endsWith("\n");
  const edits = [{ start: at, end: at, text: isLast ? eol + line : line + eol }];
  return countSyntaxErrors(splice(text, edits), file) > 0
    ? manual(session.getStart(), "the line cannot be added safely")
    : { kind: "edits", edits };
}

const nothing: EditResult = { kind: "edits", edits: [] };
const otherGuard = "a guard is there that asks for something else";

function pathOf({ arguments: [first] }: Statement): string | undefined {
  return first && ts.isStringLiteralLike(first) ? first.text : undefined;
}

function isEnough(call: Statement, { isGuard, requirement }: GuardedPath): boolean {
  const guard = call.arguments.find((one) => isGuard(one.getText()));
  return requires(guard && ts.isCallExpression(guard) ? guard.arguments[0] : undefined, requirement);
}
