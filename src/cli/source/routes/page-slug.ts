/** Whether a guard names the organisation by the route's own parameter. Loads the TypeScript parser. */
import type { FunctionWithBody } from "../names/exported-functions.js";
import { collect } from "../syntax/collect.js";
import { declarationOf, keyOf } from "../syntax/scopes.js";
import { ts, unwrap } from "../syntax/syntax.js";

/** Names that lead to names: more of them are a circle. */
const mostNames = 8;

/** Whether `organization: { slug }` of a guard is this parameter, taken from what the page is given, and from nothing else. */
export function namesByParameter(guard: ts.Expression, page: FunctionWithBody, parameter: string): boolean {
  const call = unwrap(guard);
  const options = ts.isCallExpression(call) ? call.arguments[0] : undefined;
  const slug = memberAt(memberAt(options, "organization"), "slug");
  const component = ts.findAncestor(guard, isComponent);
  if (slug === undefined || component === undefined) return false;
  return (
    propsPath(slug, component)?.join(".") === `params.${parameter}` &&
    (component === page || handsParams(page, component))
  );
}

/**
 * The parameter of its route that a guard names the organisation by: one that the function around it is given.
 *
 * @param page what renders that function, where it is a component
 */
export function parameterNamed(guard: ts.Expression, page: FunctionWithBody | undefined): string | undefined {
  const component = ts.findAncestor(guard, isComponent);
  const slug = slugOf(guard);
  if (slug === undefined || component === undefined) return undefined;
  const [params, name, ...others] = propsPath(slug, component) ?? [];
  const isOwn = page === undefined || component === page || handsParams(page, component);
  return params === "params" && others.length === 0 && isOwn ? name : undefined;
}

/** `slug` of `organization: { slug }`. */
function slugOf(guard: ts.Expression): ts.Expression | undefined {
  const call = unwrap(guard);
  const options = ts.isCallExpression(call)
    ? call.arguments.map(unwrap).find(ts.isObjectLiteralExpression)
    : undefined;
  return memberAt(memberAt(options, "organization"), "slug");
}

const isComponent = (node: ts.Node): node is FunctionWithBody =>
  ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node) || ts.isArrowFunction(node);

/** A member of an object that is written out without a spread, in place or as a constant. */
function memberAt(node: ts.Expression | undefined, name: string): ts.Expression | undefined {
  const object = node && constantBehind(node);
  if (object === undefined || !ts.isObjectLiteralExpression(object)) return undefined;
  if (object.properties.some(ts.isSpreadAssignment)) return undefined;
  const member = [...object.properties].reverse().find((one) => keyOf(one.name) === name);
  if (member === undefined) return undefined;
  if (ts.isShorthandPropertyAssignment(member)) return member.name;
  return ts.isPropertyAssignment(member) ? member.initializer : undefined;
}

function constantBehind(node: ts.Expression): ts.Expression {
  let value = unwrap(node);
  for (let left = mostNames; left > 0 && ts.isIdentifier(value); left -= 1) {
    const initializer = initializerOf(declarationOf(value));
    if (initializer === undefined) break;
    value = unwrap(initializer);
  }
  return value;
}

const initializerOf = (node: ts.Node | undefined): ts.Expression | undefined =>
  node !== undefined && ts.isVariableDeclaration(node) && isConstant(node) ? node.initializer : undefined;

const isConstant = ({ parent }: ts.VariableDeclaration): boolean =>
  ts.isVariableDeclarationList(parent) && (parent.flags & ts.NodeFlags.Const) !== 0;

/** The steps from what a component is given to a value: `(await props.params).team` is `params`, `team`. */
function propsPath(
  node: ts.Expression,
  component: FunctionWithBody,
  left = mostNames,
): readonly string[] | undefined {
  const value = unwrap(node);
  if (left === 0) return undefined;
  const step = (on: ts.Expression, name: string) => {
    const before = propsPath(on, component, left - 1);
    return before && [...before, name];
  };
  if (ts.isPropertyAccessExpression(value)) return step(value.expression, value.name.text);
  if (ts.isElementAccessExpression(value))
    return ts.isStringLiteralLike(value.argumentExpression)
      ? step(value.expression, value.argumentExpression.text)
      : undefined;
  const declaration = ts.isIdentifier(value) ? declarationOf(value) : undefined;
  return declaration && declaredPath(declaration, component, left - 1);
}

function declaredPath(
  node: ts.Node,
  component: FunctionWithBody,
  left: number,
): readonly string[] | undefined {
  if (ts.isParameter(node)) return node === component.parameters[0] ? [] : undefined;
  const initializer = initializerOf(node);
  if (initializer !== undefined) return propsPath(initializer, component, left);
  if (left === 0 || !ts.isBindingElement(node) || node.initializer !== undefined) return undefined;
  if (!ts.isObjectBindingPattern(node.parent)) return undefined;
  const before = declaredPath(node.parent.parent, component, left - 1);
  if (node.dotDotDotToken !== undefined) return before;
  const name = node.propertyName ?? node.name;
  return before && ts.isIdentifier(name) ? [...before, name.text] : undefined;
}

/** Whether a page renders a component with its own `params`: `<Team {...props} />`, `<Team params={params} />`. */
function handsParams(page: FunctionWithBody, component: FunctionWithBody): boolean {
  const isOwn = (tag: ts.JsxTagNameExpression): boolean => {
    const declaration = ts.isIdentifier(tag) ? declarationOf(tag) : undefined;
    const initializer = initializerOf(declaration);
    return declaration === component || (initializer !== undefined && unwrap(initializer) === component);
  };
  const uses = collect(page, (node) =>
    (ts.isJsxSelfClosingElement(node) || ts.isJsxOpeningElement(node)) && isOwn(node.tagName)
      ? [paramsGiven(node.attributes, page)]
      : [],
  );
  return uses.length > 0 && uses.every(Boolean);
}

/** The last attribute that may set `params` counts. */
function paramsGiven({ properties }: ts.JsxAttributes, page: FunctionWithBody): boolean {
  const last = [...properties]
    .reverse()
    .find((one) => ts.isJsxSpreadAttribute(one) || one.name.getText() === "params");
  if (last === undefined) return false;
  if (ts.isJsxSpreadAttribute(last)) return propsPath(last.expression, page)?.length === 0;
  const { initializer } = last;
  return (
    initializer !== undefined &&
    ts.isJsxExpression(initializer) &&
    initializer.expression !== undefined &&
    propsPath(initializer.expression, page)?.join(".") === "params"
  );
}
