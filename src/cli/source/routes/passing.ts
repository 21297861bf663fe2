/** Which middleware hands every request on that it does not refuse: by its name, its package or its code. */
import { Names } from "../names/names.js";
import { keyOf, lastName } from "../syntax/scopes.js";
import { requiredModule, ts, unwrap, visit } from "../syntax/syntax.js";

/** Names of middleware that answers nothing but what it refuses; `dashboardPage` is the example of ours, which guards itself. */
const passing: ReadonlySet<string> = new Set(
  [
    "dashboardPage json urlencoded raw bodyParser koaBody koaBodyparser parseBody bodyLimit formbody multipart multer",
    "cookieParser cookieSession session expressSession cors csrf csurf helmet secureHeaders hpp poweredBy",
    "morgan logger requestLogger pino pinoHttp pinoLogger winston requestId responseTime timing timeout",
    "compression compress etag conditional conditionalGet prettyJSON favicon methodOverride contextStorage",
    "rateLimit rateLimiter slowDown fileUpload trimTrailingSlash appendTrailingSlash languageDetector i18n",
  ].flatMap((line) => line.toLowerCase().split(" ")),
);

/** As packages are called: `express-rate-limit`, `@koa/cors`, `hono/logger`. */
const isPassingPackage = (specifier: string): boolean => {
  const [name = ""] = specifier.split("/").slice(-1);
  return !specifier.startsWith(".") && isPassingName(name.replace(/^(?:express|koa|hono|connect)-/, ""));
};

const isPassingName = (name: string): boolean => passing.has(name.replaceAll("-", "").toLowerCase());

export interface PassingContext {
  /** Whether an expression is a part of sign-in: the handler, the session, a guard. */
  isOurs(given: ts.Expression): boolean;
  readonly names?: Names | undefined;
}

/** Names are followed over so many calls. */
const maxDepth = 5;

/** Whether an argument of `app.use(…)` hands on what it does not refuse. */
export const handsOn = (
  given: ts.Expression,
  { isOurs, names = new Names(() => undefined) }: PassingContext,
): boolean => isOurs(given) || passes(given, names, 0);

function passes(given: ts.Expression, names: Names, depth: number): boolean {
  if (depth > maxDepth) return false;
  const value = unwrap(given);
  if (ts.isFunctionLike(value)) return onlyPasses(value);
  if (isKnown(value)) return true;
  if (ts.isCallExpression(value)) return callPasses(value, names, depth);
  const meant = names.meaning(value);
  if (meant?.kind === "outside") return isPassingPackage(meant.specifier) || isPassingName(meant.name);
  if (meant === undefined || meant.node === value) return false;
  if (ts.isFunctionLike(meant.node)) return onlyPasses(meant.node);
  return ts.isExpression(meant.node) && passes(meant.node, names, depth + 1);
}

/** By the name that stands there, or the package that is loaded there. */
function isKnown(value: ts.Expression): boolean {
  const callee = ts.isCallExpression(value) ? value.expression : value;
  const module = requiredModule(value) ?? importedModule(value);
  const [first = "", ...more] = (module?.split("/").at(-1) ?? callee.getText()).split(".");
  if (first === "passport") return passportPasses(more[0], value);
  const name = (more.at(-1) ?? first).toLowerCase();
  return passing.has(name) || (more.length > 0 && first.toLowerCase() === "bodyparser");
}

/** `passport.authenticate("session")` is `passport.session()`; other strategies answer. */
function passportPasses(method: string | undefined, value: ts.Expression): boolean {
  if (method !== "authenticate") return method === "initialize" || method === "session";
  const strategy = ts.isCallExpression(value) ? value.arguments[0] : undefined;
  return strategy !== undefined && ts.isStringLiteralLike(strategy) && strategy.text === "session";
}

/** `rateLimit({ … })`, `createMiddleware(async (c, next) => …)`, a function that returns middleware. */
function callPasses(
  { expression, arguments: given }: ts.CallExpression,
  names: Names,
  depth: number,
): boolean {
  const maker = names.meaning(expression);
  if (maker?.kind === "outside") {
    const [first] = given;
    if (maker.name === "createMiddleware") return first !== undefined && passes(first, names, depth + 1);
    return isPassingPackage(maker.specifier) || isPassingName(maker.name);
  }
  if (maker === undefined || !ts.isFunctionLike(maker.node)) return false;
  const made = returnedBy(maker.node);
  return made.length > 0 && made.every((one) => passes(one, names, depth + 1));
}

/** What a function gives back, those inside of it aside. */
function returnedBy(maker: ts.SignatureDeclaration): readonly ts.Expression[] {
  if (ts.isArrowFunction(maker) && !ts.isBlock(maker.body)) return [maker.body];
  const found: ts.Expression[] = [];
  visit(maker, (node) => {
    if (ts.isReturnStatement(node) && node.expression && ts.findAncestor(node, ts.isFunctionLike) === maker)
      found.push(node.expression);
  });
  return found;
}

/** The module of `import("x")`. */
function importedModule(value: ts.Expression): string | undefined {
  if (!ts.isCallExpression(value) || value.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  const [specifier] = value.arguments;
  return specifier && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
}

/** Calls what comes behind it, and answers nothing but what it refuses. A fourth parameter makes it a handler of errors. */
function onlyPasses(one: ts.SignatureDeclaration): boolean {
  const { parameters } = one;
  const next = parameters.at(-1)?.name.getText() ?? "";
  if (parameters.length < 2 || parameters.length > 3) return false;
  let goesOn = false;
  let isAnswering = false;
  visit(one, (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === next && node.arguments.length === 0)
      goesOn = true;
    isAnswering ||= answers(node);
  });
  return goesOn && !isAnswering;
}

const answering = ["json", "html", "text", "end", "render", "redirect", "download", "newResponse", "body"];

const isAnswering = (name: string): boolean =>
  answering.includes(name) || name.startsWith("send") || name.startsWith("pipe");

/** `res.send(…)`, `new Response(…)`, `ctx.body = …`, unless it is a refusal. */
function answers(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === "Response" && !refuses(node);
  if (ts.isBinaryExpression(node))
    return (
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      node.left.name.text === "body"
    );
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
  const { expression: on, name } = node.expression;
  const isReading = ["req", "request"].includes(lastName(on));
  return (on.getText() === "Response" || (isAnswering(name.text) && !isReading)) && !refuses(node);
}

/** `res.status(429).json(…)`, `c.json(…, 403)`, `new Response("…", { status: 503 })` */
function refuses({
  expression,
  arguments: given = ts.factory.createNodeArray(),
}: ts.CallExpression | ts.NewExpression): boolean {
  const [first, second] = given;
  const init = second && ts.isObjectLiteralExpression(second) ? second.properties : [];
  const status = init.find((one) => keyOf(one.name) === "status");
  const said = status && ts.isPropertyAssignment(status) ? status.initializer : second;
  if (isRefusal(said)) return true;
  if (!ts.isPropertyAccessExpression(expression)) return false;
  if (expression.name.text === "sendStatus") return isRefusal(first);
  const on = unwrap(expression.expression);
  return (
    ts.isCallExpression(on) &&
    ts.isPropertyAccessExpression(on.expression) &&
    (["status", "code"].includes(on.expression.name.text) ? isRefusal(on.arguments[0]) : refuses(on))
  );
}

const isRefusal = (status: ts.Expression | undefined): boolean =>
  status !== undefined && ts.isNumericLiteral(status) && Number(status.text) >= 400;
