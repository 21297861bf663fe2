import {
  locateModule,
  parse,
  requiredModule,
  ts,
  unreadable,
  unwrap,
  visit,
  type Located,
} from "./syntax.js";

export interface ServerPlace {
  /** Local name of the application. */
  readonly app: string;
  /** End of the statement that the new lines follow. */
  readonly after: number;
  /** Start of the statement behind them, when there is one. */
  readonly before?: number;
}

interface Application {
  readonly name: string;
  readonly statement: ts.Statement;
}

/** `const app = express()`, `this.app = express()`. */
function applicationOf(call: ts.CallExpression): Application | undefined {
  let value: ts.Node = call;
  while (ts.isAsExpression(value.parent) || ts.isParenthesizedExpression(value.parent)) value = value.parent;
  const { parent } = value;
  if (ts.isVariableDeclaration(parent)) {
    const statement = parent.parent.parent;
    return ts.isIdentifier(parent.name) && ts.isVariableStatement(statement)
      ? { name: parent.name.text, statement }
      : undefined;
  }
  if (!ts.isBinaryExpression(parent) || !ts.isExpressionStatement(parent.parent)) return undefined;
  const name = parent.left.getText();
  return /^this\.\w+$/.test(name) ? { name, statement: parent.parent } : undefined;
}

/** Methods of a class that holds the application, which by their names add routes or what comes after them. */
const routing = /^this\.\w*(?:rout|controller|endpoint|error|listen|start|swagger)\w*\(/i;

/** Where an Express application takes its first route; middleware above it stays above. */
export function locateServer(text: string, fileName: string, packageName: string): Located<ServerPlace> {
  const source = parse(text, fileName);
  const express = locateModule(text, fileName).imports.find(({ specifier }) => specifier === packageName);
  const factory = express?.whole ?? express?.names["default"];
  let app: Application | undefined;
  visit(source, (node) => {
    if (!app && ts.isCallExpression(node) && node.arguments.length === 0) {
      const named = ts.isIdentifier(node.expression) && node.expression.text === factory;
      if (named || requiredModule(node.expression) === packageName) app = applicationOf(node);
    }
  });
  if (!app) {
    return unreadable(Math.max(0, text.indexOf("express(")), "no variable that holds `express()` was found");
  }
  const { name, statement } = app;
  const block = statement.parent;
  if (!ts.isSourceFile(block) && !ts.isBlock(block))
    return unreadable(statement.getStart(), "the application is not in a plain block");
  const start = block.statements.indexOf(statement);
  const offset = block.statements.slice(start + 1).findIndex((one) => endsSetup(one, name));
  if (offset === -1 && name.startsWith("this."))
    return unreadable(statement.getStart(), `where the routes of \`${name}\` begin is not clear`);
  const behind = offset === -1 ? undefined : block.statements[start + 1 + offset];
  const previous = offset === -1 ? block.statements.at(-1) : block.statements[start + offset];
  if (!previous) return unreadable(statement.getStart(), "the application is not in a plain block");
  const after = previous.getEnd();
  if (behind && !text.slice(after, behind.getStart()).includes("\n")) {
    return unreadable(behind.getStart(), "two statements share a line where the routes begin");
  }
  return { kind: "found", place: { app: name, after, ...(behind && { before: behind.getStart() }) } };
}

/** Routes, catch-alls, error handlers, listen, return, exports: the session must be there before them. */
function endsSetup(statement: ts.Statement, app: string): boolean {
  if (
    ts.isReturnStatement(statement) ||
    ts.isExportAssignment(statement) ||
    ts.isExportDeclaration(statement)
  )
    return true;
  const text = statement.getText();
  if (app.startsWith("this.") && routing.test(text)) return true;
  if (/^(?:module\.)?exports\b/.test(text)) return true;
  if (!ts.isExpressionStatement(statement) || !ts.isCallExpression(statement.expression)) {
    return new RegExp(`\\b${app}\\s*\\.\\s*(?:listen|get|post|put|patch|delete|all|route)\\(`).test(text);
  }
  return new RegExp(`\\b${app}\\b`).test(text) && beginsRoutes(statement.expression);
}

/** Methods of the application that change how it works and add nothing to it. */
const settings: readonly string[] = ["set", "disable", "enable"];

function beginsRoutes({ expression, arguments: given }: ts.CallExpression): boolean {
  const method = ts.isPropertyAccessExpression(expression) ? expression.name.text : "";
  if (settings.includes(method)) return false;
  return method !== "use" || !isMiddleware(given);
}

/** What `app.use` takes, other than a router, a 404 page or an error handler. */
function isMiddleware([first, second]: readonly ts.Expression[]): boolean {
  if (!first || ts.isCallExpression(first)) return true; // app.use(cors()), app.use(express.json())
  if (ts.isFunctionLike(first)) return first.parameters.length === 3;
  return second !== undefined && isStaticFiles(second);
}

const isStaticFiles = (handler: ts.Expression): boolean =>
  ts.isCallExpression(handler) && /\bstatic$/.test(handler.expression.getText());

/** The port that a server file names: beside the variable PORT, in `listen`, or under the name `port`. */
export function listeningPort(text: string, fileName: string): string | undefined {
  const found: { readonly rank: number; readonly port: string }[] = [];
  visit(parse(text, fileName), (node) => {
    const [rank, value] = portAt(node);
    const isText = value && (ts.isNumericLiteral(value) || ts.isStringLiteralLike(value));
    if (isText && /^\d{2,5}$/.test(value.text)) found.push({ rank, port: value.text });
  });
  return found.sort((a, b) => a.rank - b.rank)[0]?.port;
}

/** What may be a port, and how sure that is: 0 is surest. */
function portAt(node: ts.Node): readonly [rank: number, value: ts.Expression | undefined] {
  if (ts.isBinaryExpression(node)) {
    const sign = node.operatorToken.kind;
    const isChoice = sign === ts.SyntaxKind.BarBarToken || sign === ts.SyntaxKind.QuestionQuestionToken;
    if (isChoice && /\bPORT\b/.test(node.left.getText())) return [0, unwrap(node.right)];
    const isPort = sign === ts.SyntaxKind.EqualsToken && isPortName(node.left.getText());
    return [2, isPort ? unwrap(node.right) : undefined];
  }
  if (ts.isCallExpression(node))
    return [1, isListen(node.expression) && node.arguments[0] ? unwrap(node.arguments[0]) : undefined];
  const isPort = ts.isVariableDeclaration(node) && isPortName(node.name.getText());
  return [2, isPort && node.initializer ? unwrap(node.initializer) : undefined];
}

const isListen = (callee: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(callee) && callee.name.text === "listen";

const isPortName = (name: string): boolean => /\bport$/i.test(name);
