/** What a file does with applications and routers: routes, middleware, mounts. Loads the TypeScript parser. */
import { plainText, type TextReader } from "../names/texts.js";
import { loadedFolder, type LoadedFolder } from "./loaded-folder.js";
import {
  calledIn,
  exportedNames,
  functionName,
  namedValue,
  resultName,
  ReturnedNames,
  variableOf,
} from "./named-values.js";
import {
  givenIn,
  loadedIn,
  memberValue,
  objectIn,
  pathOf,
  placeName,
  sum,
  unplugged,
} from "./route-arguments.js";
import { isMovedLater, makerOf, makingIn, movingCall } from "./making.js";
import { locateModule, parse, ts, unwrap, visit, type ModuleImport } from "../syntax/syntax.js";

/** A call such as `app.get("/orders", guard, handler)`. */
export interface RoutedCall {
  /** The application or router, by its name in the file; a function for what it is given, by the function's name. */
  readonly owner: string;
  /** As it is written: `get`, `use`, `register`. */
  readonly method: string;
  /** The path that it is for; "" without one, and undefined for one that only a run knows. */
  readonly path: string | undefined;
  /** The method of a route that an object describes. */
  readonly verb: string | undefined;
  /** Code of what it is given beside the path, members of objects and lists one by one. */
  readonly given: readonly string[];
  /** What may be a router among it, by its name in the file. */
  readonly targets: readonly string[];
  /** A folder whose files are plugins: `register(autoload, { dir })`. */
  readonly folder?: LoadedFolder | undefined;
  readonly start: number;
}

/** The applications and routers of a file, and the calls on them. */
export interface RoutedFile {
  readonly calls: readonly RoutedCall[];
  /** Made here: what stands in front of their paths, and whether they answer by themselves. */
  readonly made: ReadonlyMap<string, { readonly prefix: string | undefined; readonly isRouter: boolean }>;
  /** Names that a file gives to its exports, where they are other ones. */
  readonly exported: Readonly<Record<string, string>>;
  /** Module and export of imported names. */
  readonly imported: ReadonlyMap<string, { readonly specifier: string; readonly name: string }>;
  /** What functions of the file return, as a name of the file. */
  readonly returned: ReadonlyMap<string, string>;
  /** Functions whose calls gave a value, by its name. */
  readonly results: ReadonlyMap<string, string>;
}

/**
 * @param packages whose calls make applications and routers
 * @param textOf reads paths that stand somewhere else
 */
export function readRoutedCalls(
  text: string,
  file: string,
  packages: readonly string[],
  textOf: TextReader = plainText,
): RoutedFile {
  const root = parse(text, file);
  const { imports } = locateModule(text, file);
  const makers = new Set(
    imports
      .filter(({ specifier }) => packages.includes(specifier))
      .flatMap(({ whole, names }) => [...(whole === undefined ? [] : [whole]), ...Object.values(names)]),
  );
  const imported = importedNames(imports);
  const made = new Map<string, { prefix: string | undefined; isRouter: boolean }>();
  const calls: RoutedCall[] = [];
  const returned = new ReturnedNames();
  const isMaking = (maker: { readonly name: string }): boolean =>
    makers.has(maker.name) || packages.includes(maker.name);
  visit(root, (node) => {
    const given = returned.see(node);
    const result = given && makerOf(given[1], textOf);
    if (result && isMaking(result)) made.set(resultName(given[0]), { ...result, isRouter: true });
    const named = namedValue(node);
    if (named) {
      const [name, value] = named;
      const maker = makerOf(value, textOf);
      if (maker && isMaking(maker)) made.set(name, maker);
      const moved = movedApplication(name, value, textOf);
      if (moved) {
        if (maker) made.set(moved.owner, { ...maker, prefix: "" });
        made.set(name, { prefix: "", isRouter: true });
        calls.push(moved);
      }
    }
    const loaded = ts.isExpression(node) ? loadedIn(node) : undefined;
    if (loaded) imported.set(placeName(node), loaded);
    if (ts.isCallExpression(node)) calls.push(...callsOf(node, textOf));
  });
  return {
    calls,
    made,
    exported: exportedNames(root),
    imported,
    returned: returned.all(),
    results: returned.results,
  };
}

function importedNames(imports: readonly ModuleImport[]) {
  const imported = new Map<string, { specifier: string; name: string }>();
  for (const { specifier, whole, names } of imports) {
    if (whole !== undefined) imported.set(whole, { specifier, name: "default" });
    for (const [name, local] of Object.entries(names)) imported.set(local, { specifier, name });
  }
  return imported;
}

/** `const v2 = app.basePath("/api/v2")`: what is added to it is added to the application, below the path. */
function movedApplication(name: string, value: ts.Expression, textOf: TextReader): RoutedCall | undefined {
  const moving = movingCall(value);
  if (moving === undefined) return undefined;
  const base = ownerOf(moving.on, textOf);
  const path = sum(base.path, pathOf(moving.path, textOf));
  return {
    owner: base.owner,
    method: "route",
    path,
    verb: undefined,
    given: [],
    targets: [name],
    start: moving.start,
  };
}

function callsOf(node: ts.CallExpression, textOf: TextReader): RoutedCall[] {
  const { expression: callee } = node;
  const args = mountedIn(node.arguments);
  const [first] = args;
  const start = ts.isPropertyAccessExpression(callee) ? callee.name.getStart() : node.getStart();
  // `addRoutes(app)`, `require("./routes")(app)`: the function gets what the application is here.
  const called = ts.isIdentifier(callee) ? callee.text : loadedIn(callee) && placeName(callee);
  if (called !== undefined) {
    if (!first || !ts.isIdentifier(first)) return [];
    const common = { method: "", path: "", verb: undefined, given: [], start };
    return [{ ...common, owner: ownerOf(first, textOf).owner, targets: [called] }];
  }
  if (!ts.isPropertyAccessExpression(callee)) return [];
  const { owner, path: base } = ownerOf(callee.expression, textOf);
  if (owner === "") return [];
  const method = callee.name.text;
  if (method === "on") return callsOfOn(args, { owner, base, start }, textOf);
  const { paths, others } = givenIn(method, args, textOf);
  const common = {
    owner,
    method,
    given: others.flatMap(partsOf),
    targets: args.flatMap(targetsOf),
    folder: method === "register" ? loadedFolder(args, textOf) : undefined,
    start,
  };
  const asked = memberValue(objectIn(args), "method");
  const verbs = asked === undefined ? [undefined] : textsIn(asked, plainText);
  return verbs.flatMap((verb) => paths.map((path) => ({ ...common, verb, path: sum(base, path) })));
}

/** `mount("/api", router.routes())` of koa-mount is as if the path stood in front. */
function mountedIn(args: readonly ts.Expression[]): readonly ts.Expression[] {
  const [first, other] = args;
  const isMount = first !== undefined && other === undefined && calledIn(first) === "mount";
  const call = isMount ? unwrap(first) : undefined;
  return call && ts.isCallExpression(call) && call.arguments.length === 2 ? call.arguments : args;
}

/** `app.on(["GET", "PUT"], "/posts", handler)` of Hono; nothing for events, which have no path. */
function callsOfOn(
  [asked, ...args]: readonly ts.Expression[],
  {
    owner,
    base,
    start,
  }: { readonly owner: string; readonly base: string | undefined; readonly start: number },
  textOf: TextReader,
): RoutedCall[] {
  const { paths, others } = givenIn("on", args, textOf);
  if (asked === undefined || others.length === 0 || !paths.some((path) => path?.startsWith("/"))) return [];
  const common = { owner, verb: undefined, given: others.flatMap(partsOf), targets: [], start };
  return textsIn(asked, textOf).flatMap((verb) =>
    paths.map((path) => ({ ...common, method: verb?.toLowerCase() ?? "all", path: sum(base, path) })),
  );
}

/** A text, or each of a list; undefined for one that only a run knows. */
function textsIn(node: ts.Expression, textOf: TextReader): readonly (string | undefined)[] {
  const value = unwrap(node);
  return ts.isArrayLiteralExpression(value) ? value.elements.map((one) => textOf(one)) : [textOf(value)];
}

interface Owner {
  readonly owner: string;
  /** What stands in front of the path of the call; undefined where only a run knows it. */
  readonly path: string | undefined;
}

/** Who a call is on, through the calls in front of it; with the path of `app.route("/orders").get(…)` and `app.basePath("/v2")`. */
function ownerOf(node: ts.Expression, textOf: TextReader): Owner {
  const value = unwrap(node);
  return ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression)
    ? ownerOfChain(value, value.expression, textOf)
    : { owner: beginningOf(value), path: "" };
}

/** The name that a chain of calls begins with, or that of what it makes. */
function beginningOf(value: ts.Expression): string {
  if (ts.isIdentifier(value)) return givenTo(value) ?? value.text;
  if (ts.isNewExpression(value) && isMovedLater(value)) return placeName(value);
  return ts.isPropertyAccessExpression(value) ? value.getText() : variableOf(value);
}

function ownerOfChain(
  call: ts.CallExpression,
  { expression: on, name }: ts.PropertyAccessExpression,
  textOf: TextReader,
): Owner {
  // The variable is the one that the call makes.
  const made = ts.isIdentifier(on) || (name.text === "basePath" && makingIn(on)) ? variableOf(call) : "";
  if (made !== "") return { owner: made, path: "" };
  const inner = ownerOf(on, textOf);
  if (name.text === "route" && call.arguments.length === 1)
    return { owner: inner.owner, path: pathOf(call.arguments[0], textOf) };
  const isMoved = name.text === "basePath" && movingCall(call) !== undefined;
  return isMoved ? { owner: inner.owner, path: sum(inner.path, pathOf(call.arguments[0], textOf)) } : inner;
}

/** The function that a name is a parameter of. */
function givenTo(name: ts.Identifier): string | undefined {
  for (let at: ts.Node = name.parent; !ts.isSourceFile(at); at = at.parent) {
    if (!ts.isFunctionLike(at)) continue;
    const isGiven = at.parameters.some((one) => ts.isIdentifier(one.name) && one.name.text === name.text);
    if (isGiven) return functionName(at);
  }
  return undefined;
}

function targetsOf(given: ts.Expression): string[] {
  const value = unplugged(given);
  if (ts.isIdentifier(value)) return [value.text];
  if (loadedIn(value) || calledIn(value) !== undefined) return [placeName(value)];
  if (ts.isFunctionLike(value)) return [functionName(value)];
  // `router.routes()`
  const isRoutes = ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression);
  const on = isRoutes ? unwrap(value.expression.expression) : undefined;
  return on && (ts.isIdentifier(on) || calledIn(on) !== undefined) ? targetsOf(on) : [];
}

function partsOf(given: ts.Expression): string[] {
  const value = unwrap(given);
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap(partsOf);
  if (!ts.isObjectLiteralExpression(value)) return [value.getText()];
  return value.properties.flatMap((one) =>
    ts.isPropertyAssignment(one) ? partsOf(one.initializer) : [one.getText()],
  );
}
