/** What decorators say of classes and their methods: modules, controllers and their handlers. Loads the TypeScript parser. */
import { plainText, type TextReader } from "../names/texts.js";
import type { Value } from "../names/values.js";
import { memberValue } from "../routes/route-arguments.js";
import { joinKnown } from "../routes/route-path.js";
import { keyOf } from "./scopes.js";
import { ts, unwrap, visit } from "./syntax.js";

/** Stands in front of a controller's own path, by its name; undefined where only a run knows. */
export type ModulePaths = (controller: string) => string | undefined;

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

/** A class or a method that may have a guard. */
export interface Guardable {
  readonly node: ts.ClassDeclaration | ts.MethodDeclaration;
  /** What each `@Require(…)` of it asks for. */
  readonly asked: readonly Value[];
  /** Something else guards it, or may. */
  readonly isGuarded: boolean;
  /** `@Public()` of it, ours or the app's own. */
  readonly isPublic: boolean;
}

/** A method that answers requests. */
export interface RouteMethod extends Guardable {
  /** Where it answers; undefined: only a run knows. */
  readonly address: string | undefined;
  /** Upper case, as HTTP has it. */
  readonly method: string;
}

/** What reads guards, and paths that stand somewhere else. */
interface ControllerReaders {
  readonly askedOf: (decorator: ts.Expression) => Value | undefined;
  readonly textOf: TextReader;
}

/** A controller with its handlers. */
export interface Controller extends Guardable {
  readonly handlers: readonly RouteMethod[];
}

const methods = ["Get", "Post", "Put", "Patch", "Delete", "All", "Options", "Head", "Sse"];

/** A route that `app.setGlobalPrefix("api", { exclude })` leaves where it is. */
interface ExcludedRoute {
  /** undefined where only a run knows which addresses it is for. */
  readonly path: string | undefined;
  /** Upper case; undefined for all methods. */
  readonly method: string | undefined;
}

/** What stands in front of the paths of all controllers. */
export interface WrittenPrefix {
  /** `/api`, or ""; undefined where only a run knows it. */
  readonly prefix: string | undefined;
  readonly excluded?: readonly ExcludedRoute[];
  /** What stands in front of a version, and the version of what names none: `app.enableVersioning()`. */
  readonly versions?:
    | { readonly mark: string | undefined; readonly standard: string | undefined }
    | undefined;
}

/** @param pathOf what the modules of controllers put in front of them */
export function controllersIn(
  source: ts.SourceFile,
  inFront: WrittenPrefix,
  pathOf: ModulePaths,
  { askedOf, textOf }: ControllerReaders,
): readonly Controller[] {
  const { versions } = inFront;
  const versionOf = (call: ts.CallExpression, method: ts.MethodDeclaration): string | undefined => {
    if (versions === undefined) return "";
    const given = decoratorOf(method, "Version")?.arguments[0] ?? valueOf(memberOf(call, "version"));
    const version = given === undefined ? versions.standard : versionText(given, textOf);
    if (version === "") return "";
    return version === undefined || versions.mark === undefined ? undefined : versions.mark + version;
  };
  const found: Controller[] = [];
  visit(source, (node) => {
    const call = ts.isClassDeclaration(node) ? decoratorOf(node, "Controller") : undefined;
    if (call === undefined || !ts.isClassDeclaration(node)) return;
    const above = pathsIn(call, textOf);
    const handlers = node.members.filter(ts.isMethodDeclaration).flatMap((method) => {
      const route = decoratorOf(method, ...methods);
      if (route === undefined) return [];
      const asked = methodOf(route);
      return pathsIn(route, textOf).flatMap((path) =>
        above.map((base) => {
          const own = joinKnown(pathOf(node.name?.text ?? ""), base, path);
          const address = joinKnown(prefixOf(inFront, own, asked), versionOf(call, method), own);
          return { ...guardable(method, askedOf), address, method: asked };
        }),
      );
    });
    found.push({ ...guardable(node, askedOf), handlers });
  });
  return found;
}

/** The prefix of a route, by the path that it has without one and without a version. */
function prefixOf(
  { prefix, excluded = [] }: WrittenPrefix,
  own: string | undefined,
  method: string,
): string | undefined {
  const met = excluded.filter((one) => one.method === undefined || one.method === method);
  if (met.some(({ path }) => path !== undefined && path === own)) return "";
  return met.some(({ path }) => path === undefined) ? undefined : prefix;
}

const methodOf = ({ expression }: ts.CallExpression): string => {
  const name = expression.getText().toUpperCase();
  return name === "ALL" || name === "SSE" ? "GET" : name;
};

function guardable(
  node: ts.ClassDeclaration | ts.MethodDeclaration,
  askedOf: ControllerReaders["askedOf"],
): Guardable {
  const asked = (ts.getDecorators(node) ?? []).flatMap(({ expression }) => askedOf(expression) ?? []);
  return {
    node,
    asked,
    isGuarded: asked.length > 0 || decoratorOf(node, "UseGuards") !== undefined,
    isPublic: decoratorOf(node, "Public") !== undefined,
  };
}

/**
 * The paths of `@Controller("orders")`, `@Controller({ path: "orders" })` and `@Get(["mine", "own"])`; "" for none, and
 * undefined for one that only a run knows.
 */
function pathsIn(call: ts.CallExpression, textOf: TextReader): readonly (string | undefined)[] {
  const member = memberOf(call, "path");
  const given = objectIn(call) === undefined ? call.arguments[0] : valueOf(member);
  if (given === undefined) return member === undefined ? [""] : [undefined];
  const value = unwrap(given);
  return ts.isArrayLiteralExpression(value) ? value.elements.map((one) => textOf(one)) : [textOf(value)];
}

const valueOf = (member: ts.ObjectLiteralElementLike | undefined): ts.Expression | undefined =>
  member && ts.isPropertyAssignment(member)
    ? member.initializer
    : member && ts.isShorthandPropertyAssignment(member)
      ? member.name
      : undefined;

/** What `app.setGlobalPrefix("api")` and `app.enableVersioning()` put in front of all controllers. */
export function inFrontOfAll(source: ts.SourceFile, textOf: TextReader = plainText): WrittenPrefix {
  let found: WrittenPrefix = { prefix: "" };
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const [given] = node.arguments;
    const { text: method } = node.expression.name;
    if (method === "setGlobalPrefix" && given) {
      const prefix = joinKnown(textOf(given));
      const excluded = excludedIn(memberValue(node.arguments[1], "exclude"), textOf);
      found = { ...found, prefix: prefix === "/" ? "" : prefix, excluded };
    }
    if (method === "enableVersioning") found = { ...found, versions: versionsOf(node, textOf) };
  });
  return found;
}

/** A path with a pattern in it may be for any route. */
function excludedIn(list: ts.Expression | undefined, textOf: TextReader): readonly ExcludedRoute[] {
  if (list === undefined) return [];
  const unread: ExcludedRoute = { path: undefined, method: undefined };
  if (!ts.isArrayLiteralExpression(list)) return [unread];
  return list.elements.map((given) => {
    const one = unwrap(given);
    const isObject = ts.isObjectLiteralExpression(one);
    const path = isObject ? memberValue(one, "path") : one;
    const method = isObject ? memberValue(one, "method")?.getText().split(".").at(-1) : undefined;
    const text = path && textOf(path);
    const isPlain = text !== undefined && /^[\w\-./~]*$/.test(text);
    return { path: isPlain ? joinKnown(text) : undefined, method: method === "ALL" ? undefined : method };
  });
}

/** "" for a handler that answers whatever version is asked for. */
const versionText = (given: ts.Expression, textOf: TextReader): string | undefined =>
  given.getText() === "VERSION_NEUTRAL" ? "" : textOf(given);

/** Versions in the address; undefined: they stand in a header. */
function versionsOf(call: ts.CallExpression, textOf: TextReader): WrittenPrefix["versions"] {
  const isInAddress = valueOf(memberOf(call, "type"))?.getText().endsWith("URI") ?? true;
  if (!isInAddress) return undefined;
  const mark = valueOf(memberOf(call, "prefix"));
  const standard = valueOf(memberOf(call, "defaultVersion"));
  return {
    mark: mark === undefined ? "v" : mark.kind === ts.SyntaxKind.FalseKeyword ? "" : textOf(mark),
    standard: standard === undefined ? "" : versionText(standard, textOf),
  };
}
