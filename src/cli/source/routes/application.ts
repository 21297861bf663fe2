import { Names, type OpenModule } from "../names/names.js";
import { guardTest } from "./csrf-guards.js";
import { holds } from "../syntax/collect.js";
import { handsOn } from "./passing.js";
import {
  locateModule,
  parse,
  requiredModule,
  ts,
  unreadable,
  unwrap,
  visit,
  type Located,
} from "../syntax/syntax.js";

/** How an application comes into being, and what is done with it before its first route. */
export interface ApplicationShape {
  /** As texts name it: `express()`. */
  readonly made: string;
  readonly making: "call" | "new";
  /** Package that makes it. */
  readonly module: string;
  /** Its exports that do; `default` is also what `require` gives. */
  readonly makers: readonly string[];
  /** Methods between the making and the variable that give the same application. */
  readonly transparent: readonly string[];
  /** Methods that give the application again, so that a chain of them can make it: `new Hono().get(…).route(…)`. Default: none. */
  readonly chained?: readonly string[];
  /** Methods that change how it works and add nothing to it. */
  readonly settings: readonly string[];
  /** Methods that add a route, or begin to listen. */
  readonly routes: readonly string[];
  /** Methods that add middleware, and routers and last resorts as well. */
  readonly adds: readonly string[];
  /** Whether it is middleware that such a method is given: that stays above the new lines. */
  isMiddleware(given: readonly ts.Expression[]): boolean;
}

/** Where new calls on an application go. */
export type ServerPlace = StatementPlace | ChainPlace;

interface StatementPlace {
  readonly kind: "statements";
  /** Local name of the application. */
  readonly app: string;
  /** End of the statement that the new lines follow. */
  readonly after: number;
  /** Start of the statement behind them, when there is one. */
  readonly before?: number;
}

/** In the chain that makes the application. */
interface ChainPlace {
  readonly kind: "chain";
  /** End of what the new calls follow. */
  readonly after: number;
  /** Start of the next call in it: its dot. */
  readonly before: number;
}

interface Application {
  readonly name: string;
  readonly statement: ts.Statement;
  /** Calls of the chain that makes it, in their order. */
  readonly chain: readonly MethodCall[];
}

type MethodCall = ts.CallExpression & { readonly expression: ts.PropertyAccessExpression };

/** `const app = express()`, `this.app = express()`. */
function applicationOf(
  made: ts.Expression,
  { transparent, chained = [] }: ApplicationShape,
): Application | undefined {
  const chain = chainOf(made, chained);
  const { parent } = outermost(chain.at(-1) ?? made, transparent);
  if (ts.isVariableDeclaration(parent)) {
    const statement = parent.parent.parent;
    return ts.isIdentifier(parent.name) && ts.isVariableStatement(statement)
      ? { name: parent.name.text, statement, chain }
      : undefined;
  }
  if (!ts.isBinaryExpression(parent) || !ts.isExpressionStatement(parent.parent)) return undefined;
  const { left } = parent;
  return isOwnMember(left) ? { name: left.getText(), statement: parent.parent, chain } : undefined;
}

/** `this.app` */
const isOwnMember = (node: ts.Node): node is ts.PropertyAccessExpression =>
  ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword;

function chainOf(made: ts.Node, methods: readonly string[]): readonly MethodCall[] {
  const call = made.parent.parent;
  const isChained =
    isMethodCall(call) && call.expression.expression === made && methods.includes(call.expression.name.text);
  return isChained ? [call, ...chainOf(call, methods)] : [];
}

const isMethodCall = (node: ts.Node | undefined): node is MethodCall =>
  node !== undefined && ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);

/** The expression with the casts, brackets and transparent calls around it. */
function outermost(value: ts.Node, transparent: readonly string[]): ts.Node {
  const { parent } = value;
  if (ts.isAsExpression(parent) || ts.isParenthesizedExpression(parent))
    return outermost(parent, transparent);
  const isPassed =
    ts.isPropertyAccessExpression(parent) &&
    transparent.includes(parent.name.text) &&
    ts.isCallExpression(parent.parent);
  return isPassed ? outermost(parent.parent, transparent) : value;
}

/** Whether an expression stands for what makes applications, by the names of a file. */
function makerTest(text: string, fileName: string, { module, makers }: ApplicationShape) {
  const loaded = locateModule(text, fileName).imports.filter(({ specifier }) => specifier === module);
  const isModule = (node: ts.Expression): boolean =>
    requiredModule(node) === module ||
    (ts.isIdentifier(node) && loaded.some(({ whole }) => whole === node.text));
  return (node: ts.Expression): boolean => {
    if (ts.isPropertyAccessExpression(node))
      return makers.includes(node.name.text) && isModule(node.expression);
    const isNamed =
      ts.isIdentifier(node) && loaded.some(({ names }) => makers.some((maker) => names[maker] === node.text));
    return isNamed || (makers.includes("default") && isModule(node));
  };
}

function applicationsIn(source: ts.SourceFile, text: string, shape: ApplicationShape): Application[] {
  const makes = makerTest(text, source.fileName, shape);
  const found: Application[] = [];
  visit(source, (node) => {
    const isMaking = shape.making === "new" ? ts.isNewExpression(node) : ts.isCallExpression(node);
    if (!isMaking || (!ts.isNewExpression(node) && !ts.isCallExpression(node)) || !makes(node.expression))
      return;
    const application = applicationOf(node, shape);
    if (application) found.push(application);
  });
  return found;
}

/** What a chain of calls begins with: `app` of `app.basePath("/api").route(…)`. */
function beginningOf(chain: ts.Expression): ts.Expression {
  const value = unwrap(chain);
  return ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression)
    ? beginningOf(value.expression.expression)
    : value;
}

/** What stands in an argument, in those of a call as well: `mount("/hello", hello)`. */
function givenNames(given: ts.Expression): readonly string[] {
  const value = unwrap(given);
  return ts.isCallExpression(value) ? value.arguments.flatMap(givenNames) : [value.getText()];
}

/** Without those that another one is given: `app.route("/api", api)`. */
function outerOf(source: ts.SourceFile, all: readonly Application[]): readonly Application[] {
  const inner = new Set(
    all.flatMap(({ chain }) => chain.flatMap((call) => call.arguments.map((given) => given.getText()))),
  );
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    const owner = beginningOf(node.expression.expression).getText();
    if (!all.some(({ name }) => name === owner)) return;
    for (const given of node.arguments) for (const one of givenNames(given)) inner.add(one);
  });
  return all.filter(({ name }) => !inner.has(name));
}

/** In names of methods of a class that holds the application: they add routes or what comes after them. */
const routing = ["rout", "controller", "endpoint", "error", "listen", "start", "swagger"];

/** `this.addRoutes()`, also with calls behind it. */
function callsRouting(node: ts.Expression): boolean {
  const value = unwrap(node);
  if (ts.isPropertyAccessExpression(value)) return callsRouting(value.expression);
  if (!ts.isCallExpression(value)) return false;
  const { expression: callee } = value;
  const name = isOwnMember(callee) ? callee.name.text.toLowerCase() : "";
  return routing.some((word) => name.includes(word)) || callsRouting(callee);
}

const nobody = { isOurs: () => false };

/** Where an application takes its first route; middleware above it stays above. */
export function locateServer(
  text: string,
  fileName: string,
  shape: ApplicationShape,
  open: OpenModule = () => undefined,
): Located<ServerPlace> {
  const source = parse(text, fileName);
  const names = new Names(open);
  const isMiddleware: ApplicationShape["isMiddleware"] = (given) =>
    shape.isMiddleware(given) ||
    (given.length > 0 && given.every((one) => handsOn(one, { ...nobody, names })));
  const [app, other] = outerOf(source, applicationsIn(source, text, shape));
  if (!app) {
    const [call = ""] = shape.made.split(")");
    return unreadable(Math.max(0, text.indexOf(call)), `no variable that holds \`${shape.made}\` was found`);
  }
  if (other) {
    const why = `the file makes several applications, \`${app.name}\` and \`${other.name}\``;
    return unreadable(other.statement.getStart(), why);
  }
  const { name, statement, chain } = app;
  const refusesForms = guardTest(source, names);
  const first = chain.find(
    (call) => beginsRoutes(call, { ...shape, isMiddleware }) || call.arguments.some(refusesForms),
  );
  if (first) {
    const { expression: on, name: method } = first.expression;
    const before = text.lastIndexOf(".", method.getStart());
    return { kind: "found", place: { kind: "chain", after: on.getEnd(), before } };
  }
  const block = statement.parent;
  if (!ts.isSourceFile(block) && !ts.isBlock(block))
    return unreadable(statement.getStart(), "the application is not in a plain block");
  const start = block.statements.indexOf(statement);
  const offset = block.statements
    .slice(start + 1)
    .findIndex(
      (one) => endsSetup(one, name, { ...shape, isMiddleware }) || isGuardStatement(one, refusesForms),
    );
  if (offset === -1 && name.startsWith("this."))
    return unreadable(statement.getStart(), `where the routes of \`${name}\` begin is not clear`);
  const behind = offset === -1 ? undefined : block.statements[start + 1 + offset];
  const previous = offset === -1 ? block.statements.at(-1) : block.statements[start + offset];
  if (!previous) return unreadable(statement.getStart(), "the application is not in a plain block");
  const after = previous.getEnd();
  if (behind && !text.slice(after, behind.getStart()).includes("\n")) {
    return unreadable(behind.getStart(), "two statements share a line where the routes begin");
  }
  return {
    kind: "found",
    place: { kind: "statements", app: name, after, ...(behind && { before: behind.getStart() }) },
  };
}

/** `app.use(lusca.csrf())`: the forms of sign-in carry no token of it, and are answered in front of it. */
function isGuardStatement(statement: ts.Statement, refusesForms: (given: ts.Expression) => boolean): boolean {
  const call = ts.isExpressionStatement(statement) ? unwrap(statement.expression) : undefined;
  return (
    call !== undefined &&
    ts.isCallExpression(call) &&
    ts.isPropertyAccessExpression(call.expression) &&
    call.expression.name.text === "use" &&
    call.arguments.some(refusesForms)
  );
}

/** Routes, catch-alls, error handlers, listen, return, exports: the session must be there before them. */
function endsSetup(statement: ts.Statement, app: string, shape: ApplicationShape): boolean {
  if (
    ts.isReturnStatement(statement) ||
    ts.isExportAssignment(statement) ||
    ts.isExportDeclaration(statement)
  )
    return true;
  const call = ts.isExpressionStatement(statement) ? unwrap(statement.expression) : undefined;
  if (call && app.startsWith("this.") && callsRouting(call)) return true;
  if (call && isCommonExport(call)) return true;
  const isApp = (node: ts.Node) => (ts.isIdentifier(node) || isOwnMember(node)) && node.getText() === app;
  if (!call || !ts.isCallExpression(call))
    return holds(
      statement,
      (node) =>
        isMethodCall(node) &&
        isApp(node.expression.expression) &&
        shape.routes.includes(node.expression.name.text),
    );
  return holds(call, isApp) && beginsRoutes(call, shape);
}

/** `module.exports = …`, `exports.app = …` */
function isCommonExport(set: ts.Expression): boolean {
  if (!ts.isBinaryExpression(set)) return false;
  const [first, second] = set.left.getText().split(".");
  return first === "exports" || (first === "module" && second === "exports");
}

function beginsRoutes(
  { expression, arguments: given }: ts.CallExpression,
  { settings, adds, isMiddleware }: ApplicationShape,
): boolean {
  const method = ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
  if (settings.includes(method)) return false;
  return !adds.includes(method) || !isMiddleware(given);
}
