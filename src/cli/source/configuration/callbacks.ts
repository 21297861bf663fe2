/** `callbacks` of a configuration: where lines can be put into `jwt` and `session` with certainty. Loads the parser. */
import { placedList, type PlacedList } from "../syntax/placed-list.js";
import { isNone } from "../providers/list-entries.js";
import { returnedBy } from "../providers/provider-lists.js";
import { keyOf } from "../syntax/scopes.js";
import { parse, ts, unreadable, unwrap, visit, type Located } from "../syntax/syntax.js";

/** A function that is given its data as members of one object. */
export interface CallbackPlace {
  /** Code that stands for a member of the data; undefined: the function does not take it yet. */
  readonly members: ReadonlyMap<string, string>;
  /** The names that it takes, where further ones can be added. */
  readonly taken: PlacedList | undefined;
  readonly body: { readonly kind: "block" | "expression"; readonly start: number; readonly end: number };
  /** It calls this function already. */
  readonly calls: (name: string) => boolean;
}

export interface CallbacksPlace {
  readonly list: PlacedList;
  readonly jwt: CallbackPlace | undefined;
  readonly session: CallbackPlace | undefined;
}

/** What lines at the start of each callback need, and what has to be left of them at its end. */
const needed = { jwt: ["token", "user"], session: ["session", "token", "user"] } as const;
type CallbackName = keyof typeof needed;

/**
 * The callbacks of a configuration.
 *
 * @param at offset of the value of `callbacks`
 * @param member a member that both set, such as `role`: who has code of that name decides by hand
 * @returns unreadable where lines at the start of a callback might not reach what it returns
 */
export function locateCallbacks(
  text: string,
  file: string,
  at: number,
  member: string,
): Located<CallbacksPlace> {
  const object = objectAt(parse(text, file), at);
  if (object === undefined) return unreadable(at, "`callbacks` isn't an object literal");
  const spread = object.properties.find((one) => ts.isSpreadAssignment(one));
  if (spread) return unreadable(spread.getStart(), "`callbacks` takes in another object");
  const found: Partial<Record<CallbackName, CallbackPlace>> = {};
  for (const name of ["jwt", "session"] as const) {
    const property = object.properties.find((one) => keyOf(one.name) === name);
    if (property === undefined) continue;
    const place = new Reader(name, member).read(property);
    if (typeof place === "string") return unreadable(property.getStart(), `callbacks.${name}: ${place}`);
    found[name] = place;
  }
  return {
    kind: "found",
    place: { list: placedList(object, object.properties), jwt: found.jwt, session: found.session },
  };
}

function objectAt(source: ts.SourceFile, at: number): ts.ObjectLiteralExpression | undefined {
  let found: ts.ObjectLiteralExpression | undefined;
  visit(source, (node) => {
    if (ts.isExpression(node) && node.getStart() === at) {
      const value = unwrap(node);
      if (ts.isObjectLiteralExpression(value)) found ??= value;
    }
  });
  return found;
}

type CallbackFunction = ts.ArrowFunction | ts.FunctionExpression | ts.MethodDeclaration;

/** Reads one callback; a text says why its lines are written by hand. */
class Reader {
  readonly #name: CallbackName;
  readonly #member: string;

  constructor(name: CallbackName, member: string) {
    this.#name = name;
    this.#member = member;
  }

  read(property: ts.ObjectLiteralElementLike): CallbackPlace | string {
    const callback = functionOf(property);
    const body = callback?.body;
    if (callback === undefined || body === undefined) return "it isn't a function literal";
    const [parameter, ...others] = callback.parameters;
    if (parameter === undefined || others.length > 0 || parameter.initializer)
      return "it does not take one object";
    const calls = (name: string) => hasCall(callback, name);
    const kind = ts.isBlock(body) ? ("block" as const) : ("expression" as const);
    const place = { body: { kind, start: body.getStart(), end: body.getEnd() }, calls };
    if (calls("roleOf")) return { ...place, members: new Map(), taken: undefined };
    if (mentions(callback, this.#member)) return `it has a ${this.#member} of its own`;
    const given = this.#given(callback, parameter);
    if (typeof given === "string") return given;
    return this.#problem(callback, given.members) ?? { ...place, ...given };
  }

  #given(
    callback: CallbackFunction,
    { name: pattern, type }: ts.ParameterDeclaration,
  ): Pick<CallbackPlace, "members" | "taken"> | string {
    const wanted: readonly string[] = needed[this.#name];
    if (ts.isIdentifier(pattern))
      return { members: new Map(wanted.map((one) => [one, `${pattern.text}.${one}`])), taken: undefined };
    if (!ts.isObjectBindingPattern(pattern)) return "it does not take one object";
    const members = new Map<string, string>();
    for (const { propertyName, name, dotDotDotToken, initializer } of pattern.elements) {
      if (dotDotDotToken) return "it collects the rest of what it is given";
      const key = keyOf(propertyName) ?? (ts.isIdentifier(name) ? name.text : undefined);
      if (key === undefined || !wanted.includes(key)) continue;
      if (!ts.isIdentifier(name) || initializer) return `it takes ${key} apart`;
      members.set(key, name.text);
    }
    const missing = wanted.filter((one) => !members.has(one));
    if (missing.length > 0 && type) return `the type of what it takes names no ${missing.join(", ")}`;
    const used = missing.find((one) => mentions(callback, one, "names"));
    return used === undefined
      ? { members, taken: placedList(pattern, pattern.elements) }
      : `it has a ${used} of its own`;
  }

  /** Lines at the start count only where everything that the callback returns is made of what they change. */
  #problem(callback: CallbackFunction, members: ReadonlyMap<string, string>): string | undefined {
    const [main = ""] = needed[this.#name];
    const local = members.get(main) ?? main;
    const settled = ["", ".user", ".email", ".emailVerified"].map((one) => local + one);
    if (writes(callback, local, settled)) return `it puts other values into ${local}`;
    const values = returnedBy(callback);
    const isKept = values.length > 0 && values.every((value) => keeps(value, local, this.#name));
    return isKept ? undefined : `what it returns is not plainly made of ${local}`;
  }
}

function functionOf(property: ts.ObjectLiteralElementLike): CallbackFunction | undefined {
  if (ts.isMethodDeclaration(property)) return property.asteriskToken ? undefined : property;
  if (!ts.isPropertyAssignment(property)) return undefined;
  const value = unwrap(property.initializer);
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

function hasCall(callback: ts.Node, name: string): boolean {
  let isFound = false;
  visit(callback, (node) => {
    isFound ||=
      ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === name;
  });
  return isFound;
}

/** A name in the code of a function; `names`: members of that name do not count. */
function mentions(callback: ts.Node, name: string, only?: "names"): boolean {
  let isFound = false;
  visit(callback, (node) => {
    if (!ts.isIdentifier(node) || node.text !== name) return;
    const { parent } = node;
    const isMember =
      (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
      (ts.isPropertyAssignment(parent) && parent.name === node);
    isFound ||= only === undefined || !isMember;
  });
  return isFound;
}

/** An assignment to one of these, or `Object.assign` to the first. */
function writes(callback: ts.Node, local: string, targets: readonly string[]): boolean {
  let isFound = false;
  visit(callback, (node) => {
    isFound ||=
      (ts.isBinaryExpression(node) &&
        node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
        targets.includes(node.left.getText())) ||
      (ts.isCallExpression(node) &&
        node.expression.getText() === "Object.assign" &&
        node.arguments[0]?.getText().startsWith(local) === true);
  });
  return isFound;
}

/** The object itself, or one that begins with it; for a session its user as well. */
function keeps(expression: ts.Expression, local: string, name: CallbackName): boolean {
  const value = unwrap(expression);
  if (isNone(value) || value.getText() === local) return true;
  if (ts.isConditionalExpression(value))
    return keeps(value.whenTrue, local, name) && keeps(value.whenFalse, local, name);
  if (!ts.isObjectLiteralExpression(value) || !takesIn(value, local)) return false;
  const user = value.properties.find((one) => keyOf(one.name) === "user");
  if (name === "jwt" || user === undefined) return true;
  if (!ts.isPropertyAssignment(user)) return false;
  const shown = unwrap(user.initializer);
  return ts.isObjectLiteralExpression(shown) && takesIn(shown, `${local}.user`);
}

/** First this object, and then no other one: a member of that could be anybody's input. */
const takesIn = ({ properties }: ts.ObjectLiteralExpression, code: string): boolean =>
  properties.every(
    (one, at) =>
      (at === 0) === ts.isSpreadAssignment(one) &&
      (!ts.isSpreadAssignment(one) || one.expression.getText() === code) &&
      (at === 0 || !["email", "emailVerified", undefined].includes(keyOf(one.name))),
  ) && properties.length > 0;
