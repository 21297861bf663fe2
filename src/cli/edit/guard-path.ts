/** Writes a guard for a path into a server file, behind the line that reads the session. */
import { indentAt, lineAt, lineEnd } from "../source/layout.js";
import type { SourceText } from "../source/names.js";
import { requires } from "../source/requirement.js";
import { countSyntaxErrors, firstSyntaxError, parse, ts, visit } from "../source/syntax.js";
import { detectStyle } from "../source/text-style.js";
import { requirementText, type WrittenRequirement } from "./requirement.js";
import { splice, type EditResult } from "./text-edit.js";

/** How guards of one framework stand in a server file. */
export interface GuardIdiom {
  /** What the guard's argument says: with the path, where no router chooses for the guard. */
  requirement(pattern: string, requirement: WrittenRequirement): WrittenRequirement;
  /** The path that a statement with a guard is for, as it is written. */
  guardedBy(statement: ServerStatement, guard: ts.Expression): string | undefined;
  /** Whether a statement in front of the session answers such paths: no guard behind the session would be asked. */
  answers(statement: ServerStatement, isBelow: (pathname: string) => boolean): boolean;
  /** The statement that guards; `quoted` marks texts as the file does. */
  statement(app: string, guard: string, pattern: string, quoted: (text: string) => string): string;
  /** What else of a file keeps guards from being written: where, and why. */
  obstacle?(root: ts.SourceFile): { readonly at: ts.Node; readonly why: string } | undefined;
}

/** A path of a server that gets a guard. */
export interface GuardedPath {
  readonly idiom: GuardIdiom;
  /** As the server's routes are written. */
  readonly pattern: string;
  readonly requirement: WrittenRequirement;
  /** Whether an argument of a statement is the middleware that reads the session. */
  isSession(code: string): boolean;
  /** Whether an argument of a statement is a guard. */
  isGuard(code: string): boolean;
  /** Whether a path, as the server writes it, is this one or below it. */
  isBelow(pathname: string): boolean;
  /** The guard beside a session of that name: `auth.require` beside `auth.session`; undefined: its name is not known. */
  guard(session: string, requirement: string): string | undefined;
}

/** A call such as `app.use(…)` that is a statement of its own. */
export type ServerStatement = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

/** Those of a file, awaited or not. */
function statementsOf(root: ts.SourceFile): readonly ServerStatement[] {
  const found: ServerStatement[] = [];
  visit(root, (node) => {
    if (isStatement(node)) found.push(node);
  });
  return found;
}

const isStatement = (node: ts.Node): node is ServerStatement =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isExpressionStatement(ts.isAwaitExpression(node.parent) ? node.parent.parent : node.parent);

export function guardPath({ file, text }: SourceText, wanted: GuardedPath): EditResult {
  const manual = (offset: number, why: string): EditResult => ({
    kind: "manual",
    line: lineAt(text, offset),
    why,
  });
  const error = firstSyntaxError(text, file);
  if (error !== undefined) return manual(error, "the file has a syntax error");
  const root = parse(text, file);
  const calls = statementsOf(root);
  const session = calls.find((one) => argumentOf(one, wanted.isSession));
  if (!session) return manual(0, "no line of this file reads the session");
  const { idiom, pattern } = wanted;
  const requirement = idiom.requirement(pattern, wanted.requirement);
  const present = presentGuard(calls, wanted);
  if (present)
    return requires(ts.isCallExpression(present) ? present.arguments[0] : undefined, requirement)
      ? nothing
      : manual(present.getStart(), "a guard is there that asks for something else");
  const early = calls.find((one) => one.end <= session.pos && idiom.answers(one, wanted.isBelow));
  if (early) return manual(early.getStart(), "this route stands in front of the session: move it below");
  const obstacle = idiom.obstacle?.(root);
  if (obstacle) return manual(obstacle.at.getStart(), obstacle.why);
  const { eol, quote, semicolons } = detectStyle(text);
  const name = argumentOf(session, wanted.isSession)?.getText() ?? "";
  const guard = wanted.guard(name, requirementText(requirement, quote));
  if (guard === undefined) return manual(session.getStart(), "what the guard is called here is not known");
  const app = session.expression.expression.getText();
  const code = idiom.statement(app, guard, pattern, (one) => quote + one + quote);
  const at = lineEnd(text, session.parent.getEnd());
  const line = indentAt(text, session.getStart()) + code + (semicolons ? ";" : "");
  const isLast = at === text.length && !text.endsWith("\n");
  const edits = [{ start: at, end: at, text: isLast ? eol + line : line + eol }];
  return countSyntaxErrors(splice(text, edits), file) > 0
    ? manual(session.getStart(), "the line cannot be added safely")
    : { kind: "edits", edits };
}

const nothing: EditResult = { kind: "edits", edits: [] };

const argumentOf = (call: ServerStatement, is: (code: string) => boolean): ts.Expression | undefined =>
  call.arguments.find((one) => is(one.getText()));

function presentGuard(
  calls: readonly ServerStatement[],
  { idiom, pattern, isGuard }: GuardedPath,
): ts.Expression | undefined {
  for (const call of calls) {
    const guard = argumentOf(call, isGuard);
    if (guard && idiom.guardedBy(call, guard) === pattern) return guard;
  }
  return undefined;
}
