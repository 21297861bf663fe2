/** Whether every way through a function comes by what is looked for before it answers. Loads the TypeScript parser. */
import { holds } from "./collect.js";
import { lastName } from "./scopes.js";
import { ts, unwrap } from "./syntax.js";

type Is = (node: ts.Node) => boolean;

/** A function, a method or an accessor. */
export type Body = Pick<ts.FunctionLikeDeclaration, "body">;

export interface LookedFor {
  /** Whether a node is what is looked for, or calls it. */
  readonly is: Is;
  /** The same of what is given back: whoever takes a function runs it. */
  readonly isGiven: (value: ts.Expression) => boolean;
  /** The function answers by itself: where it refuses nothing is left to look for. A part of another one leads on. */
  readonly isAnswer: boolean;
}

/** Whether a guard holds whoever runs the function that it stands in; in none it holds from the start. */
export function isMet(guard: ts.Node): boolean {
  const around = ts.findAncestor(guard, ts.isFunctionLike);
  if (around === undefined || !("body" in around)) return true;
  const is = (node: ts.Node) => node === guard && isWaitedFor(node);
  return isOnEveryWay(around, { is, isGiven: () => false, isAnswer: true });
}

/** Whether code waits for what a call promises, or gives it back: what is refused meanwhile stops nothing. */
export function isWaitedFor(call: ts.Node): boolean {
  for (let node = call; !ts.isSourceFile(node.parent); node = node.parent) {
    const { parent } = node;
    if (ts.isAwaitExpression(parent) || ts.isYieldExpression(parent) || ts.isReturnStatement(parent))
      return true;
    if (ts.isArrowFunction(parent)) return parent.body === node;
    // `use(…)` of React.
    if (ts.isCallExpression(parent) && lastName(parent.expression) === "use") return true;
    if (ts.isVariableDeclaration(parent)) return isReadLater(parent.name);
    if (ts.isStatement(parent) || ts.isVoidExpression(parent) || ts.isFunctionLike(parent)) return false;
  }
  return true;
}

/** Somebody may wait for it by its name. */
function isReadLater(name: ts.BindingName): boolean {
  if (!ts.isIdentifier(name)) return false;
  const scope = ts.findAncestor(name, ts.isFunctionLike) ?? name.getSourceFile();
  return holds(scope, (node) => node !== name && ts.isIdentifier(node) && node.text === name.text);
}

/** What becomes of who has not come by it. */
interface Outcome {
  /** The next statement runs. */
  readonly goesOn: boolean;
  /** There is an answer. */
  readonly answers: boolean;
  /** A loop or a `switch` is left. */
  readonly breaks: boolean;
}

const none: Outcome = { goesOn: false, answers: false, breaks: false };
const onward: Outcome = { ...none, goesOn: true };
const answered: Outcome = { ...none, answers: true };

export function isOnEveryWay({ body }: Body, wanted: LookedFor): boolean {
  if (body === undefined) return false;
  const { goesOn, answers } = ts.isBlock(body)
    ? ofStatements(body.statements, wanted)
    : ofAnswer(unwrap(body), wanted);
  return !goesOn && !answers;
}

function ofStatements(statements: readonly ts.Statement[], wanted: LookedFor): Outcome {
  let all = onward;
  for (const one of statements) {
    const next = ofStatement(one, wanted);
    all = { ...both(all, next), goesOn: next.goesOn };
    if (!next.goesOn) break;
  }
  return all;
}

const both = (one: Outcome, other: Outcome): Outcome => ({
  goesOn: one.goesOn || other.goesOn,
  answers: one.answers || other.answers,
  breaks: one.breaks || other.breaks,
});

function ofStatement(node: ts.Statement, wanted: LookedFor): Outcome {
  if (ts.isBlock(node)) return ofStatements(node.statements, wanted);
  if (ts.isReturnStatement(node))
    return node.expression ? ofAnswer(unwrap(node.expression), wanted) : answered;
  if (ts.isThrowStatement(node)) return none;
  if (ts.isBreakOrContinueStatement(node)) return { ...none, breaks: true };
  if (ts.isIfStatement(node)) return ofIf(node, wanted);
  if (ts.isTryStatement(node)) return ofTry(node, wanted);
  if (ts.isSwitchStatement(node)) return ofSwitch(node, wanted);
  if (ts.isIterationStatement(node, false)) return ofLoop(node, wanted);
  if (ts.isLabeledStatement(node)) return left(ofStatement(node.statement, wanted));
  return isDeclared(node) || !(isSure(node, wanted.is) || isThrown(node, wanted)) ? onward : none;
}

const isDeclared = (node: ts.Statement): boolean => ts.isFunctionDeclaration(node) || ts.isClassLike(node);

/** After what a `break` leaves. */
const left = (one: Outcome): Outcome => ({ ...one, goesOn: one.goesOn || one.breaks, breaks: false });

function ofIf(node: ts.IfStatement, wanted: LookedFor): Outcome {
  if (isSure(node.expression, wanted.is)) return none;
  const branches = [node.thenStatement, ...(node.elseStatement ? [node.elseStatement] : [])];
  const outcomes = branches.map((one) =>
    wanted.isAnswer && turnsAway(one) ? none : ofStatement(one, wanted),
  );
  return outcomes.reduce(both, node.elseStatement ? none : onward);
}

/** What is caught has refused; what is given back then says so. */
function ofTry({ tryBlock, catchClause, finallyBlock }: ts.TryStatement, wanted: LookedFor): Outcome {
  const last = finallyBlock ? ofStatements(finallyBlock.statements, wanted) : onward;
  if (!last.goesOn) return last;
  const tried = ofStatements(tryBlock.statements, wanted);
  const caught = catchClause ? ofStatements(catchClause.block.statements, wanted) : none;
  return both(tried, { ...caught, answers: caught.answers && !wanted.isAnswer });
}

function ofSwitch({ expression, caseBlock: { clauses } }: ts.SwitchStatement, wanted: LookedFor): Outcome {
  if (isSure(expression, wanted.is)) return none;
  const outcomes = clauses.map((_, at) =>
    // One runs into the next.
    ofStatements(
      clauses.slice(at).flatMap(({ statements }) => [...statements]),
      wanted,
    ),
  );
  return left(outcomes.reduce(both, clauses.some(ts.isDefaultClause) ? none : onward));
}

/** It may run not once. */
function ofLoop(node: ts.IterationStatement, wanted: LookedFor): Outcome {
  const body = left(ofStatement(node.statement, wanted));
  if (ts.isDoStatement(node)) return body;
  const first = firstPartOf(node);
  return first && isSure(first, wanted.is) ? none : { ...body, goesOn: true };
}

function firstPartOf(node: ts.IterationStatement): ts.Node | undefined {
  if (ts.isForStatement(node)) return node.initializer ?? node.condition;
  return ts.isForInStatement(node) || ts.isForOfStatement(node) || ts.isWhileStatement(node)
    ? node.expression
    : undefined;
}

function ofAnswer(value: ts.Expression, wanted: LookedFor): Outcome {
  if (ts.isConditionalExpression(value)) {
    if (isSure(value.condition, wanted.is)) return none;
    return both(ofAnswer(unwrap(value.whenTrue), wanted), ofAnswer(unwrap(value.whenFalse), wanted));
  }
  const isRefused = wanted.isAnswer && isRefusal(value);
  return isRefused || isSure(value, wanted.is) || wanted.isGiven(value) ? none : answered;
}

/** Whether a part runs whenever what it stands in does. */
function isSure(root: ts.Node, is: Is): boolean {
  const waiting: ts.Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (is(node)) return true;
    if (ts.isConditionalExpression(node) && isSure(node.whenTrue, is) && isSure(node.whenFalse, is))
      return true;
    waiting.push(...surePartsOf(node));
  }
  return false;
}

const shortening: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
];

function surePartsOf(node: ts.Node): readonly ts.Node[] {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return [];
  if (ts.isConditionalExpression(node)) return [node.condition];
  if (ts.isBinaryExpression(node) && shortening.includes(node.operatorToken.kind)) return [node.left];
  if (ts.isCallExpression(node) && ts.isOptionalChain(node)) return [node.expression];
  const parts: ts.Node[] = [];
  ts.forEachChild(node, (one) => void parts.push(one));
  return parts;
}

const throwing: readonly string[] = ["notFound", "forbidden", "unauthorized", "error"];
const leading: readonly string[] = ["redirect", "permanentRedirect"];

/** `notFound();` of Next.js, `error(404);` of SvelteKit. */
const isThrown = (node: ts.Statement, { isAnswer }: LookedFor): boolean =>
  isAnswer && ts.isExpressionStatement(node) && isCallOf(node.expression, throwing);

const isCallOf = (node: ts.Expression, names: readonly string[]): boolean => {
  const value = unwrap(node);
  return (
    ts.isCallExpression(value) && ts.isIdentifier(value.expression) && names.includes(value.expression.text)
  );
};

/** `fail(400)`, `new Response(null, { status: 404 })`, `Response.json({ error }, { status: 400 })`. */
function isRefusal(node: ts.Expression): boolean {
  if (isCallOf(node, [...throwing, "fail"])) return true;
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return false;
  return (node.arguments ?? []).some(
    (one) => ts.isObjectLiteralExpression(one) && one.properties.some(isStatusOfRefusal),
  );
}

const isStatusOfRefusal = (node: ts.ObjectLiteralElementLike): boolean =>
  ts.isPropertyAssignment(node) &&
  node.name.getText() === "status" &&
  ts.isNumericLiteral(node.initializer) &&
  Number(node.initializer.text) >= 400;

/** A branch that does nothing but lead elsewhere, or give nothing back. */
function turnsAway(branch: ts.Statement): boolean {
  const [only, ...others] = ts.isBlock(branch) ? branch.statements : [branch];
  if (only === undefined || others.length > 0) return false;
  if (ts.isExpressionStatement(only)) return isCallOf(only.expression, leading);
  if (!ts.isReturnStatement(only)) return false;
  const value = only.expression && unwrap(only.expression);
  return value === undefined || isNothing(value) || isLeading(value);
}

const isNothing = (value: ts.Expression): boolean =>
  value.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(value) && value.text === "undefined");

/** `redirect("/")`, `Response.redirect("/")`, `NextResponse.redirect("/")`. */
const isLeading = (value: ts.Expression): boolean =>
  ts.isCallExpression(value) && leading.includes(lastName(value.expression));
