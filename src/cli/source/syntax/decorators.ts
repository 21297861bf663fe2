/** What decorators say of classes and their methods: modules, controllers and their handlers. Loads the TypeScript parser. */
import { keyOf } from "./scopes.js";
import { ts, unwrap, visit } from "./syntax.js";

/** The call of a decorator: `@Controller("orders")`. */
export function decoratorOf(
  node: ts.HasDecorators,
  ...names: readonly string[]
): ts.CallExpression | undefined {
  return (ts.getDecorators(node) ?? [])
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression)
    .find(({ expression }) => ts.isIdentifier(expression) && names.includes(expression.text));
}

/** A member of the object that a decorator is given. */
export function memberOf(call: ts.CallExpression, name: string): ts.ObjectLiteralElementLike | undefined {
  return objectIn(call)?.properties.find((one) => keyOf(one.name) === name);
}

/** The object that a decorator is given. */
export function objectIn(call: ts.CallExpression): ts.ObjectLiteralExpression | undefined {
  const given = call.arguments[0] && unwrap(call.arguments[0]);
  return given && ts.isObjectLiteralExpression(given) ? given : undefined;
}

/** A class or a method that may have a guard, with the address that requests have there. */
export interface Guardable {
  readonly node: ts.ClassDeclaration | ts.MethodDeclaration;
  readonly address: string;
  /** `@Require(…)` of it. */
  readonly guard: ts.CallExpression | undefined;
  /** Something else guards it, or may. */
  readonly isGuarded: boolean;
}

/** A method that answers requests. */
export interface RouteMethod extends Guardable {
  /** Upper case, as HTTP has it. */
  readonly method: string;
}

/** A controller with its handlers. */
export interface Controller extends Guardable {
  readonly handlers: readonly RouteMethod[];
}

const methods = ["Get", "Post", "Put", "Patch", "Delete", "All", "Options", "Head", "Sse"];

/** @param prefix of all controllers: `/api`, or "" */
export function controllersIn(source: ts.SourceFile, prefix: string): readonly Controller[] {
  const found: Controller[] = [];
  visit(source, (node) => {
    const call = ts.isClassDeclaration(node) ? decoratorOf(node, "Controller") : undefined;
    if (call === undefined || !ts.isClassDeclaration(node)) return;
    const address = joined(prefix, pathIn(call));
    const handlers = node.members.filter(ts.isMethodDeclaration).flatMap((method) => {
      const route = decoratorOf(method, ...methods);
      return route === undefined
        ? []
        : [{ ...guardable(method, joined(address, pathIn(route))), method: methodOf(route) }];
    });
    found.push({ ...guardable(node, address), handlers });
  });
  return found;
}

const methodOf = ({ expression }: ts.CallExpression): string => {
  const name = expression.getText().toUpperCase();
  return name === "ALL" || name === "SSE" ? "GET" : name;
};

function guardable(node: ts.ClassDeclaration | ts.MethodDeclaration, address: string): Guardable {
  const guard = decoratorOf(node, "Require");
  return {
    node,
    address: address || "/",
    guard,
    isGuarded: decoratorOf(node, "Require", "UseGuards") !== undefined,
  };
}

/** The path of `@Controller("orders")`, `@Controller({ path: "orders" })` and `@Get("mine")`; "" for none in plain sight. */
function pathIn(call: ts.CallExpression): string {
  const member = memberOf(call, "path");
  const given = member && ts.isPropertyAssignment(member) ? member.initializer : call.arguments[0];
  return given !== undefined && ts.isStringLiteralLike(given) ? given.text : "";
}

const joined = (...parts: readonly string[]): string =>
  parts
    .flatMap((part) => part.split("/"))
    .filter((part) => part !== "")
    .map((part) => `/${part}`)
    .join("");

/** What `app.setGlobalPrefix("api")` puts in front of all controllers; "" without it. */
export function globalPrefix(source: ts.SourceFile): string {
  let prefix = "";
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [given] = node.arguments;
    if (node.expression.name.text === "setGlobalPrefix" && given && ts.isStringLiteralLike(given))
      prefix = joined(given.text);
  });
  return prefix;
}
