/** Which statements of a server may answer a request for a path, by themselves or by what they call. */
import type { Names } from "../names/names.js";
import { handsOn } from "./passing.js";
import { textIn } from "./requirement.js";
import { joinPaths } from "./route-path.js";
import { lastName } from "../syntax/scopes.js";
import { ts, unwrap, visit } from "../syntax/syntax.js";

/** A call on an application: `app.use(…)`, also further in front in a chain. */
export interface ApplicationCall {
  readonly node: ts.CallExpression;
  /** `use`, `get`; "" for a function that the application is given to. */
  readonly method: string;
}

/** What a reader of statements knows of the app. */
export interface AnsweringContext {
  /** Parts of the path between its slashes; undefined stands for any one. */
  readonly segments: readonly (string | undefined)[];
  /** Whether an expression is a part of sign-in: the handler, the session, a guard. */
  isOurs(given: ts.Expression): boolean;
  /** Follows names into other files; left out: what is declared elsewhere may answer. */
  readonly names?: Names | undefined;
  /** Whether a call in front of a guard is one of those that can answer without it; left out: any. */
  readonly goesFirst?: ((call: ApplicationCall) => boolean) | undefined;
}

/** The first call that stands in front of a guard and may answer what that is for. */
export function answeringBefore(
  { pos }: ts.Node,
  calls: readonly ApplicationCall[],
  context: AnsweringContext,
): ApplicationCall | undefined {
  return calls.find(
    (one) => one.node.end <= pos && (context.goesFirst?.(one) ?? true) && mayAnswer(one, context),
  );
}

/** A call as a message names it. */
export function firstLine({ node }: ApplicationCall): string {
  const [line = ""] = node.getText().split("\n");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

const verbs = ["get", "post", "put", "patch", "delete", "head", "options", "all", "on"];
const mounts = ["use", "register", "mount", "route"];

/** All calls on an application of that name, in the order in which they run. */
export function callsOn(root: ts.SourceFile, app: string): readonly ApplicationCall[] {
  const found: ApplicationCall[] = [];
  visit(root, (node) => {
    if (!ts.isCallExpression(node)) return;
    const { expression: callee } = node;
    if (ts.isPropertyAccessExpression(callee) && ownerOf(callee.expression) === app)
      found.push({ node, method: callee.name.text });
    else if (ts.isIdentifier(callee) && node.arguments.some((one) => one.getText() === app))
      found.push({ node, method: "" });
  });
  return found.sort((a, b) => a.node.getEnd() - b.node.getEnd());
}

/** What a chain begins with: the name of an application, or of the variable that takes what the chain makes. */
export function ownerOf(expression: ts.Expression): string {
  const inner = unwrap(expression);
  if (ts.isCallExpression(inner) && ts.isPropertyAccessExpression(inner.expression))
    return ownerOf(inner.expression.expression);
  if (!ts.isCallExpression(inner) && !ts.isNewExpression(inner)) return inner.getText();
  let at: ts.Node = inner;
  while (at.parent !== undefined && ts.isExpression(at.parent)) at = at.parent;
  return ts.isVariableDeclaration(at.parent) ? at.parent.name.getText() : inner.getText();
}

/**
 * Whether a call may answer requests at a path or below it. What is not known to hand every request on may answer it: a
 * file server, a router, a function of another file.
 */
export function mayAnswer(call: ApplicationCall, context: AnsweringContext): boolean {
  const { node, method } = call;
  if (method === "") return !givesNoAnswer.has(lastName(node.expression));
  const read = readRoute(call);
  if (read === undefined) return false;
  const { paths, given } = read;
  const isMount = mounts.includes(method);
  if (paths !== undefined && !paths.some((path) => meets(path, context.segments, isMount))) return false;
  return given.length === 0 ? method === "route" : given.some((one) => !handsOn(one, context));
}

/** Paths at which a file mounts what may answer: `app.use("/legacy", legacy)`. */
export function mountPaths(
  root: ts.SourceFile,
  context: Pick<AnsweringContext, "isOurs" | "names">,
): readonly string[] {
  const found: string[] = [];
  visit(root, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const method = node.expression.name.text;
    const { paths = [], given = [] } = (mounts.includes(method) && readRoute({ node, method })) || {};
    if (given.some((one) => !handsOn(one, context))) found.push(...paths);
  });
  return found;
}

/** Paths and handlers of a route or a mount; undefined for calls that add neither. */
function readRoute({
  node,
  method,
}: ApplicationCall):
  | { readonly paths: readonly string[] | undefined; readonly given: readonly ts.Expression[] }
  | undefined {
  // `app.on("GET", "/orders", …)` of Hono.
  const [first, ...others] = method === "on" ? node.arguments.slice(1) : node.arguments;
  if (first === undefined) return undefined;
  if (method === "register") {
    const prefix = textIn(others[0], "prefix");
    return { paths: prefix === undefined ? undefined : [prefix], given: [first] };
  }
  const isVerb = verbs.includes(method);
  // `app.get("name")` reads a setting of Express; `app.route("/orders").get(…)` is a path alone.
  if (isVerb ? others.length === 0 : !mounts.includes(method)) return undefined;
  const paths = pathsIn(first);
  const given = paths === undefined ? [first, ...others] : others;
  const base = basesOf(node).join("/");
  return { paths: base === "" ? paths : (paths ?? [""]).map((path) => joinPaths(base, path)), given };
}

/** The paths of `app.basePath("/api").route(…)`, the first one first; what only a run knows may be any path. */
function basesOf({ expression: callee }: ts.CallExpression): readonly string[] {
  const on = ts.isPropertyAccessExpression(callee) ? unwrap(callee.expression) : undefined;
  if (on === undefined || !ts.isCallExpression(on) || !ts.isPropertyAccessExpression(on.expression))
    return [];
  const [first] = on.arguments;
  if (on.expression.name.text !== "basePath" || first === undefined) return basesOf(on);
  return [...basesOf(on), ts.isStringLiteralLike(first) ? first.text : "*"];
}

/** The paths that a call names as texts, alone or in a list; undefined where it names none. */
function pathsIn(first: ts.Expression): readonly string[] | undefined {
  const value = unwrap(first);
  if (ts.isStringLiteralLike(value)) return [value.text];
  if (!ts.isArrayLiteralExpression(value) || value.elements.length === 0) return undefined;
  const texts = value.elements.flatMap((one) => (ts.isStringLiteralLike(one) ? [one.text] : []));
  return texts.length === value.elements.length &&
    texts.every((path) => path.startsWith("/") || path.startsWith("*"))
    ? texts
    : undefined;
}

/** Whether what a route or a mount is for and what is below a path have an address in common. */
function meets(pattern: string, segments: AnsweringContext["segments"], isMount: boolean): boolean {
  const words = pattern.split("/").filter((word) => word !== "");
  const open = words.findIndex((word) => /^\*|[*]$|^\{|[(?+]/.test(word));
  const known = open === -1 ? words : words.slice(0, open);
  if (open === -1 && !isMount && known.length < segments.length) return false;
  return known
    .slice(0, segments.length)
    .every((word, at) => segments[at] === undefined || word.startsWith(":") || word === segments[at]);
}

/** Functions that are given an application, and that put nothing into it that answers. */
const givesNoAnswer: ReadonlySet<string> = new Set(
  "createServer expressWs serve handle toNodeListener String Boolean".split(" "),
);

/** Serves files, and hands on what is none: a guard may stand in front of it without changing anything else. */
export const servesFiles = ({ node }: ApplicationCall): boolean =>
  node.arguments.some((one) => {
    const value = unwrap(one);
    const name = ts.isCallExpression(value) ? lastName(value.expression).toLowerCase() : "";
    return name === "serve" || name.includes("static");
  });
