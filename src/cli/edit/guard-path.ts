/** Writes a guard for a path into a server file, behind the line that reads the session. */
import {
  answeringBefore,
  callsOn,
  firstLine,
  ownerOf,
  servesFiles,
  type ApplicationCall,
} from "../source/routes/answering.js";
import { indentAt, lineAt, lineEnd } from "../source/text/layout.js";
import type { Names, SourceText } from "../source/names/names.js";
import type { Value } from "../source/names/values.js";
import { isSamePath, otherGuard, requires } from "../source/routes/requirement.js";
import {
  countSyntaxErrors,
  firstSyntaxError,
  locateModule,
  parse,
  ts,
  visit,
} from "../source/syntax/syntax.js";
import { detectStyle } from "../source/text/text-style.js";
import { requirementText, type WrittenRequirement } from "./requirement.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";

/** How guards of one framework stand in a server file. */
export interface GuardIdiom {
  /** What the guard's argument says: with the path, where no router chooses for the guard. */
  requirement(pattern: string, requirement: WrittenRequirement): WrittenRequirement;
  /** The path that a statement with a guard is for, as it is written. */
  guardedBy(statement: ServerStatement, asked: Value): string | undefined;
  /** Whether a call in front of the guard is one of those that can answer without it; left out: any. */
  goesFirst?(call: ApplicationCall): boolean;
  /** What to do about a line in front that may answer without the guard. */
  readonly why: string;
  /** The statement that guards; `quoted` marks texts as the file does. */
  statement(app: string, guard: string, pattern: string, quoted: (text: string) => string): string;
}

/** A path of a server that gets a guard. */
export interface GuardedPath {
  readonly idiom: GuardIdiom;
  /** As the server's routes are written. */
  readonly pattern: string;
  readonly requirement: WrittenRequirement;
  /** Whether an argument of a statement is the middleware that reads the session. */
  isSession(given: ts.Expression): boolean;
  /** What an argument of a statement asks for; undefined for what is no guard. */
  asked(given: ts.Expression): Value | undefined;
  /** Whether an argument of a statement is of sign-in, and answers nothing of the app's. */
  isOurs(given: ts.Expression): boolean;
  /** Follows names into other files. */
  readonly names: Names;
  /** Parts of the path; undefined stands for any one. */
  readonly segments: readonly (string | undefined)[];
  /** The guard beside a session of that name: `auth.require` beside `auth.session`; undefined: its name is not known. */
  guard(session: string, requirement: string): string | undefined;
}

/** A call such as `app.use(…)`, a statement of its own or one in the chain that makes the application. */
export type ServerStatement = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

/** Those of a file, awaited or not. */
function statementsOf(root: ts.SourceFile): readonly ServerStatement[] {
  const found: ServerStatement[] = [];
  visit(root, (node) => {
    if (isMethodCall(node) && (isStatement(node) || isChained(node))) found.push(node);
  });
  return found;
}

const isMethodCall = (node: ts.Node): node is ServerStatement =>
  ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);

const isStatement = ({ parent }: ServerStatement): boolean =>
  ts.isExpressionStatement(ts.isAwaitExpression(parent) ? parent.parent : parent);

/** `new Hono().use(…).get(…)`: what it is on is made by `new`, in front of it. */
const isChained = ({ expression: { expression: on } }: ServerStatement): boolean =>
  ts.isNewExpression(on) || (isMethodCall(on) && isChained(on));

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
  if (present && !requires(present.asked, requirement))
    return manual(present.node.getStart(), otherGuard(present.asked, requirement));
  const app = ownerOf(session.expression.expression);
  const onApp = callsOn(root, app);
  const early = answeringBefore(present?.node ?? session, onApp, {
    segments: wanted.segments,
    isOurs: wanted.isOurs,
    names: wanted.names,
    goesFirst: idiom.goesFirst,
  });
  const name = argumentOf(session, wanted.isSession)?.getText() ?? "";
  const place = placeFor(early, session, name);
  if (early && (present || place === undefined))
    return manual(
      early.node.getStart(),
      `${firstLine(early)} may answer below ${pattern}: ${idiom.why}${behindCors(early, onApp)}`,
    );
  if (present || place === undefined) return nothing;
  const guard = wanted.guard(name, requirementText(requirement, detectStyle(text).quote));
  if (guard === undefined) return manual(session.getStart(), "what the guard is called here is not known");
  const edits = isChained(session)
    ? guardCall(text, session, idiom.statement, { guard, pattern })
    : guardLine(text, idiom.statement, { app, guard, pattern, place });
  return countSyntaxErrors(splice(text, edits), file) > 0
    ? manual(session.getStart(), "the line cannot be added safely")
    : { kind: "edits", edits };
}

/** A refusal without the headers of CORS is an error of the network to a browser of another origin. */
function behindCors({ node }: ApplicationCall, calls: readonly ApplicationCall[]): string {
  const late = calls.find((one) => one.node.pos > node.pos && one.node.arguments.some(allowsOrigins));
  return late === undefined ? "" : `, and ${firstLine(late)} in front of both`;
}

const allowsOrigins = (given: ts.Expression): boolean =>
  ts.isCallExpression(given) && given.expression.getText() === "cors";

interface WrittenLine {
  readonly app: string;
  readonly guard: string;
  readonly pattern: string;
  readonly place: LinePlace;
}

function guardLine(
  text: string,
  statement: GuardIdiom["statement"],
  { app, guard, pattern, place }: WrittenLine,
): TextEdit[] {
  const { eol, quote, semicolons } = detectStyle(text);
  const code = statement(app, guard, pattern, (one) => quote + one + quote);
  const line = indentAt(text, place.like) + code + (semicolons ? ";" : "");
  const isLast = place.at === text.length && !text.endsWith("\n");
  return [{ start: place.at, end: place.at, text: isLast ? eol + line : line + eol }];
}

/** A call right behind that of the session, in its chain. */
function guardCall(
  text: string,
  session: ServerStatement,
  statement: GuardIdiom["statement"],
  { guard, pattern }: Pick<WrittenLine, "guard" | "pattern">,
): TextEdit[] {
  const style = detectStyle(text);
  const call = statement("", guard, pattern, (one) => style.quote + one + style.quote);
  const after = session.getEnd();
  return [
    { start: after, end: after, text: style.eol + indentAt(text, session.expression.name.getStart()) + call },
  ];
}

/** Where a line goes, and the line whose indentation it takes. */
interface LinePlace {
  readonly at: number;
  readonly like: number;
}

const behind = (text: string, session: ServerStatement): LinePlace => ({
  at: lineEnd(text, session.parent.getEnd()),
  like: session.getStart(),
});

const placeFor = (
  early: ApplicationCall | undefined,
  session: ServerStatement,
  name: string,
): LinePlace | undefined => {
  if (early === undefined) return behind(session.getSourceFile().text, session);
  return isChained(session) ? undefined : inFrontOf(early, session, name);
};

/** In front of a file server, where the guard's name is known there already; undefined: a person looks at it. */
function inFrontOf(early: ApplicationCall, session: ServerStatement, name: string): LinePlace | undefined {
  const [statement, home] = [early.node.parent, statementOf(session)];
  if (!servesFiles(early) || !ts.isExpressionStatement(statement) || statement.parent !== home.parent)
    return undefined;
  const root = session.getSourceFile();
  const { imports } = locateModule(root.text, root.fileName);
  const [owner = ""] = name.split(".");
  const isImported = imports.some(
    ({ whole, names }) => whole === owner || Object.values(names).includes(owner),
  );
  const like = statement.getStart();
  return isImported ? { at: root.text.lastIndexOf("\n", like) + 1, like } : undefined;
}

const statementOf = (call: ServerStatement): ts.Node =>
  ts.isAwaitExpression(call.parent) ? call.parent.parent : call.parent;

const nothing: EditResult = { kind: "edits", edits: [] };

const argumentOf = (
  call: ServerStatement,
  is: (given: ts.Expression) => boolean,
): ts.Expression | undefined => call.arguments.find(is);

interface PresentGuard {
  readonly node: ts.Expression;
  readonly asked: Value;
}

/** A guard for the path itself; else one that goes by the router and asks for something else. */
function presentGuard(
  calls: readonly ServerStatement[],
  { idiom, pattern, segments, requirement, asked: askedOf }: GuardedPath,
): PresentGuard | undefined {
  const guards = calls.flatMap((call) => {
    const [guard] = call.arguments.flatMap((node) => {
      const asked = askedOf(node);
      return asked === undefined ? [] : [{ node, asked }];
    });
    return guard ? [{ ...guard, path: idiom.guardedBy(call, guard.asked), routed: firstText(call) }] : [];
  });
  const own = guards.find(({ path }) => isSamePath(path, pattern));
  if (own) return own;
  // It goes by the router, which reads fewer addresses: one that asks for the same stays, and gets another in front.
  const named = segments.map((one, at) => `/${one ?? `:any${at + 1}`}`).join("");
  return guards.find(
    ({ asked, routed }) =>
      [named, `${named}/*`, `${named}/**`].includes(routed ?? "") && !requires(asked, requirement),
  );
}

/** The first argument, where it is a text. */
function firstText({ arguments: [first] }: ts.CallExpression): string | undefined {
  return first && ts.isStringLiteralLike(first) ? first.text : undefined;
}
