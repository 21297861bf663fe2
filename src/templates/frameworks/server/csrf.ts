/** Guards of an app against forms from elsewhere that know nothing of ours: what is said of them, and which line helps. */
import type { InitContext } from "../init-context.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { authExpressionsOf } from "../../../cli/findings/auth-expressions.js";
import { placeIn, type Survey } from "../../../cli/findings/survey.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";
import { guardAhead, mayGuardForms } from "../../../cli/source/routes/csrf-guards.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { parse, ts, visit } from "../../../cli/source/syntax/syntax.js";

/** @param mount where the endpoints are mounted */
function adviceFor(guard: ts.CallExpression, base: string, mount: number, text: string): string {
  const code = guard.arguments.at(-1)?.getText() ?? "";
  const own = `startsWith("${base}/")`;
  if (guard.expression.getText().endsWith(".addHook"))
    return `${guard.expression.getText()}("preHandler", (request, reply, done) => request.url.${own} ? done() : ${code}(request, reply, done))`;
  return Number.isFinite(mount)
    ? `Move line ${lineAt(text, mount)} above line ${lineAt(text, guard.getStart())}`
    : `${guard.expression.getText()}((req, res, next) => req.path.${own} ? next() : ${code}(req, res, next))`;
}

/** Where the first call with the handler is; nothing is in front of it where there is none. */
function mountIn(root: ts.SourceFile, isHandler: (given: ts.Expression) => boolean): number {
  let found = -1;
  visit(root, (node) => {
    if (found !== -1 || !ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    if (node.arguments.some(isHandler)) found = node.getStart();
  });
  return found;
}

/**
 * Says which guard `auth init` cannot put the endpoints in front of.
 * @param auth tree of the auth file; left out: middleware of the server file runs before the endpoints, wherever it stands
 */
export function warnOfGuards(
  { builder, answers: { framework } }: Pick<InitContext, "builder" | "answers">,
  auth?: ts.SourceFile,
): void {
  const { facts } = builder;
  const server = facts.serverFile ?? "";
  const text = builder.text(server) ?? "";
  const root = parse(text, server);
  const mount = auth === undefined ? Infinity : mountIn(root, authExpressionsIn([root, auth]).isHandler);
  const guard = guardAhead(root, framework.basePath, mount);
  if (guard === undefined) return;
  builder.warn(
    "AUTH_W_CSRF_GUARD",
    `${server}:${lineAt(text, guard.getStart())} refuses the forms of sign-in: they carry no token of it. Write: ${adviceFor(guard, framework.basePath, mount, text)}`,
  );
}

/** The same in an app that is set up. @param isInFront middleware of the server file runs before the endpoints, wherever it stands */
export function checkCsrfGuards(all: Survey, base: string, isInFront = false): readonly Finding[] {
  const { isHandler } = authExpressionsOf(all);
  return all.sources.flatMap((source) => {
    if (!mayGuardForms(source.code)) return [];
    const root = parse(source.text, source.path);
    const isServer = source.path === all.facts.serverFile;
    const mount = isInFront && isServer ? Infinity : mountIn(root, isHandler);
    const guard = mount === -1 && !isServer ? undefined : guardAhead(root, base, mount);
    if (guard === undefined) return [];
    const at = placeIn(source, guard.getStart());
    const message = `Line ${at.line} refuses the forms of sign-in: they carry no token of it.`;
    return [
      finding("AUTH_D_CSRF_GUARD", { ...at, message, fix: adviceFor(guard, base, mount, source.text) }),
    ];
  });
}
