/** The line of a server that answers at `/.well-known/…`, beside the one that mounts the endpoints. */
import { cutStatement } from "../../../cli/edit/comma-list.js";
import { indentAt, lineEnd } from "../../../cli/source/text/layout.js";
import { splice, type EditResult } from "../../../cli/source/text/text-edit.js";
import { detectStyle } from "../../../cli/source/text/text-style.js";
import { authExpressionsIn, type AuthExpressions } from "../../../cli/source/routes/auth-expressions.js";
import { countSyntaxErrors, parse, ts, visit } from "../../../cli/source/syntax/syntax.js";
import { listSources, projectModules } from "../../../cli/project/sources.js";
import type { WellKnownContext } from "../support.js";

/** How a framework writes it. */
export interface WellKnownLine {
  /** @param app the application, @param auth what `createAuth` made, by their names in the file */
  statement(app: string, auth: string, quote: string): string;
  /** Whether a statement can follow where the endpoints are asked for. */
  fits?(mount: ts.Node): boolean;
}

/** Behind the statement that mounts the endpoints; where that is not found, the line is said. */
export function mountBeside(context: WellKnownContext, line: WellKnownLine): void {
  const { builder, authFile, names } = context;
  const { facts } = builder;
  const reason = `answers at ${names.map((name) => `/.well-known/${name}`).join(", ")}`;
  const files = new Set([
    ...(facts.serverFile ? [facts.serverFile] : []),
    authFile,
    ...listSources(facts.files),
  ]);
  const texts = [...files].map((file) => ({ file, text: builder.text(file) ?? "" }));
  const auth = parse(builder.text(authFile) ?? "", authFile);
  const open = projectModules(facts, (file) => builder.text(file));
  const present = texts.find(({ text }) => text.includes(".wellKnown"));
  if (present !== undefined)
    return builder.step({ kind: "edit", path: present.file, status: "already", reason });
  for (const { file, text } of texts) {
    const edit = beside(text, file, authExpressionsIn([parse(text, file), auth], open), line);
    if (edit !== undefined) return builder.edit(file, edit, { reason, already: reason, snippet: "" });
  }
  builder.next(
    `For ${reason.slice("answers at ".length)}: ${line.statement("app", "auth", '"')} beside the line that mounts the endpoints`,
    "later",
  );
}

/** Takes that line out again, wherever it stands alone. */
export function unmountBeside({ builder, authFile }: Pick<WellKnownContext, "builder" | "authFile">): void {
  const { facts } = builder;
  for (const file of new Set([authFile, ...listSources(facts.files)])) {
    const text = builder.text(file) ?? "";
    if (!text.includes(".wellKnown") || countSyntaxErrors(text, file) > 0) continue;
    const line = lineIn(text, file);
    if (line === undefined) continue;
    const edits = [cutStatement(text, { start: line.getStart(), end: line.getEnd() })];
    builder.edit(
      file,
      { kind: "edits", edits },
      { reason: "answers at no /.well-known/ any more", already: "", snippet: "" },
    );
  }
}

/** A statement that does nothing but answer there: `app.use(auth.wellKnown)`, `if (await auth.wellKnown(…)) return;`. */
function lineIn(text: string, file: string): ts.Statement | undefined {
  let found: ts.Statement | undefined;
  visit(parse(text, file), (node) => {
    if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression)) {
      const last = node.expression.arguments.at(-1);
      if (last !== undefined && calledOn(node) !== undefined && isAnswering(last)) found ??= node;
    } else if (ts.isIfStatement(node) && ts.isAwaitExpression(node.expression)) {
      const { expression: asked } = node.expression;
      if (
        ts.isReturnStatement(node.thenStatement) &&
        ts.isCallExpression(asked) &&
        isAnswering(asked.expression)
      )
        found ??= node;
    }
  });
  return found;
}

const isAnswering = (node: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(node) && node.name.text === "wellKnown";

/** undefined: the file does not mount the endpoints in a statement that can be read. */
function beside(
  text: string,
  file: string,
  { isHandler }: AuthExpressions,
  line: WellKnownLine,
): EditResult | undefined {
  if (countSyntaxErrors(text, file) > 0) return undefined;
  const mount = mountIn(text, file, isHandler, line);
  if (mount === undefined) return undefined;
  const { eol, quote, semicolons } = detectStyle(text);
  const code = line.statement(mount.app, mount.auth, quote);
  const at = lineEnd(text, mount.statement.getEnd());
  const end = semicolons || code.startsWith("if ") ? ";" : "";
  const written = indentAt(text, mount.statement.getStart()) + code + end;
  const isLast = at === text.length && !text.endsWith("\n");
  const edits = [{ start: at, end: at, text: isLast ? eol + written : written + eol }];
  return countSyntaxErrors(splice(text, edits), file) > 0 ? undefined : { kind: "edits", edits };
}

interface Mount {
  readonly statement: ts.Statement;
  readonly app: string;
  readonly auth: string;
}

/** The statement with `auth.handler` or `auth.plugin`, on its own lines. */
function mountIn(
  text: string,
  file: string,
  isHandler: AuthExpressions["isHandler"],
  { fits = ts.isExpressionStatement }: WellKnownLine,
): Mount | undefined {
  let found: Mount | undefined;
  visit(parse(text, file), (node) => {
    if (found !== undefined || !ts.isPropertyAccessExpression(node) || !isHandler(node)) return;
    let statement: ts.Node = node;
    while (!ts.isStatement(statement)) statement = statement.parent;
    if (ts.isReturnStatement(statement) && ts.isIfStatement(statement.parent)) statement = statement.parent;
    if (!fits(statement) || !ts.isStatement(statement)) return;
    const call = ts.isExpressionStatement(statement) ? calledOn(statement) : "app";
    if (call !== undefined) found = { statement, app: call, auth: node.expression.getText() };
  });
  return found;
}

/** `app` of `app.use(…)` and `await app.register(…)`; undefined for a chain, behind which nothing can be put. */
function calledOn({ expression }: ts.ExpressionStatement): string | undefined {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(call.expression)) return undefined;
  const owner = call.expression.expression;
  return ts.isIdentifier(owner) || ts.isPropertyAccessExpression(owner) ? owner.getText() : undefined;
}

/** `app.use(auth.wellKnown)`. */
export const usedLine: WellKnownLine = { statement: (app, auth) => `${app}.use(${auth}.wellKnown)` };
