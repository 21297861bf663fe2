/** What an expression stands for, as plain data that outlives its tree. Loads the TypeScript parser. */
import { keyOf, loadedModule } from "../syntax/scopes.js";
import { ts, unwrap } from "../syntax/syntax.js";

/** What an expression stands for, as far as it says so itself. */
export type Value =
  | Chain
  /** A text, a number, a boolean. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | ObjectValue
  /** Calls give one of these. */
  | { readonly kind: "function"; readonly returned: readonly Value[] }
  /** One of several, and only a run knows which. */
  | { readonly kind: "choice"; readonly values: readonly Value[] }
  | { readonly kind: "unknown" };

/** A name of the file or a module, with the members and calls behind it: `auth.require()` is `auth`, "require", {@link call}. */
export interface Chain {
  readonly kind: "chain";
  readonly from: { readonly name: string } | { readonly module: string };
  readonly steps: readonly string[];
  /** What the call at its end is given. */
  readonly given?: readonly Value[];
}

interface ObjectValue {
  readonly kind: "object";
  readonly members: ReadonlyMap<string, Value>;
  /** What is spread in: it may hold further members. */
  readonly spread: readonly Value[];
}

/** The step of a chain that calls what is in front of it. */
export const call = "()";

export const unknown: Value = { kind: "unknown" };
/** As if an empty object were given. */
export const noOptions: Value = { kind: "object", members: new Map(), spread: [] };
export const nameOf = (name: string): Chain => ({ kind: "chain", from: { name }, steps: [] });
export const inModule = (module: string, ...steps: readonly string[]): Chain => ({
  kind: "chain",
  from: { module },
  steps,
});

/** Values inside of each other, members of one object, steps of one chain: more of them are data. */
const deepest = 8;
const mostMembers = 60;
const mostSteps = 20;

export function valueOf(node: ts.Node, depth = 0): Value {
  if (depth > deepest || !ts.isExpression(node)) return unknown;
  const value = unwrap(node);
  const below = (one: ts.Node) => valueOf(one, depth + 1);
  const text = writtenText(value);
  if (text !== undefined) return { kind: "text", text };
  if (ts.isArrayLiteralExpression(value))
    return value.elements.length > mostMembers ? unknown : { kind: "list", items: value.elements.map(below) };
  if (ts.isObjectLiteralExpression(value)) return objectOf(value, below);
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return functionOf(value, depth);
  if (ts.isConditionalExpression(value))
    return { kind: "choice", values: [below(value.whenTrue), below(value.whenFalse)] };
  if (ts.isBinaryExpression(value)) return ofBinary(value, below);
  const chain = chainOf(value);
  // What is given to a call that is given to a call says nothing of the outer one.
  return ts.isCallExpression(value) && depth < deepest / 2
    ? { ...chain, given: value.arguments.map((one) => valueOf(one, depth + deepest / 2)) }
    : chain;
}

function writtenText(value: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(value) || ts.isNumericLiteral(value)) return value.text;
  const isBoolean = value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword;
  return isBoolean ? value.getText() : undefined;
}

type Reader = (node: ts.Node) => Value;

function ofBinary({ left, operatorToken: { kind }, right }: ts.BinaryExpression, below: Reader): Value {
  if (kind === ts.SyntaxKind.EqualsToken) return below(right);
  const isChoice = kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken;
  return isChoice ? { kind: "choice", values: [below(left), below(right)] } : unknown;
}

function objectOf({ properties }: ts.ObjectLiteralExpression, below: Reader): Value {
  if (properties.length > mostMembers) return unknown;
  const members = new Map<string, Value>();
  const spread: Value[] = [];
  const isPlain = !properties.some(ts.isSpreadAssignment);
  for (const one of properties) {
    const name = keyOf(one.name);
    if (ts.isSpreadAssignment(one)) spread.push(below(one.expression));
    else if (name === undefined) spread.push(unknown);
    else if (ts.isPropertyAssignment(one) && isPlain && isUndefined(one.initializer)) members.delete(name);
    else if (ts.isPropertyAssignment(one)) members.set(name, below(one.initializer));
    else members.set(name, ts.isShorthandPropertyAssignment(one) ? nameOf(one.name.text) : unknown);
  }
  return { kind: "object", members, spread };
}

/** As if the member were not there. */
const isUndefined = (node: ts.Expression): boolean => ts.isIdentifier(node) && node.text === "undefined";

export function functionOf(
  node: ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration,
  depth: number,
): Value {
  const { body } = node;
  if (body === undefined) return unknown;
  const returned = ts.isBlock(body) ? returnedIn(body) : [body];
  return { kind: "function", returned: returned.map((one) => valueOf(one, depth + 1)) };
}

/** What a function gives back; functions inside of it have returns of their own. */
function returnedIn(body: ts.Block): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const waiting: ts.Node[] = [body];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (ts.isReturnStatement(at) && at.expression) found.push(at.expression);
    if (!ts.isStatement(at) && !ts.isCaseOrDefaultClause(at) && !ts.isCaseBlock(at)) continue;
    ts.forEachChild(at, (child) => {
      if (!ts.isFunctionLike(child)) waiting.push(child);
    });
  }
  return found;
}

/** From the outside in, so that a chain of any length is read in one go. */
export function chainOf(node: ts.Expression): Chain {
  const steps: string[] = [];
  let at = node;
  while (steps.length < mostSteps) {
    const module = loadedModule(at);
    if (module !== undefined) return inModule(module, ...steps.reverse());
    const step = stepOf(at);
    if (step === undefined) break;
    steps.push(step.name);
    at = unwrap(step.on);
  }
  // Members behind what no name leads to are known by their own names.
  const name = ts.isIdentifier(at) && steps.length < mostSteps ? at.text : "";
  return { kind: "chain", from: { name }, steps: steps.reverse() };
}

/** The last step of a chain, with what it is taken from. */
function stepOf(node: ts.Expression): { readonly name: string; readonly on: ts.Expression } | undefined {
  const looked = ts.isCallExpression(node) ? classLookedUp(node) : undefined;
  if (looked !== undefined) return { name: call, on: looked };
  if (ts.isPropertyAccessExpression(node)) return { name: node.name.text, on: node.expression };
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return { name: call, on: node.expression };
  const isNamed = ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression);
  return isNamed ? { name: node.argumentExpression.text, on: node.expression } : undefined;
}

/** `app.get(AuthGuard)`: a container gives what `new AuthGuard()` would. */
function classLookedUp({ expression, arguments: given }: ts.CallExpression): ts.Expression | undefined {
  const [only] = given;
  const isLookUp =
    ts.isPropertyAccessExpression(expression) && ["get", "resolve"].includes(expression.name.text);
  return isLookUp && only !== undefined && ts.isIdentifier(only) && isClassName(only.text) ? only : undefined;
}

const isClassName = ([first = ""]: string): boolean => first !== first.toLowerCase();

/** A member of what a value stands for. */
export function memberOf(value: Value, name: string): Value {
  if (value.kind === "chain") return { kind: "chain", from: value.from, steps: [...value.steps, name] };
  if (value.kind === "choice")
    return { kind: "choice", values: value.values.map((one) => memberOf(one, name)) };
  return (value.kind === "object" ? value.members.get(name) : undefined) ?? unknown;
}
