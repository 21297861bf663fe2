/** Whether something of a server answers at a path that is to be guarded: a path that is mistyped guards nothing. */
import type { Framework } from "../project/framework.js";
import type { ConfiguredProject } from "../project/facts.js";
import { readIfText } from "../project/files.js";
import { projectModules } from "../project/sources.js";
import { Names } from "../source/names/names.js";
import type { AppRoute } from "../source/syntax/access.js";
import { callsOn, firstLine, mayAnswer, type ApplicationCall } from "../source/routes/answering.js";
import { authExpressionsIn } from "../source/routes/auth-expressions.js";
import { lineAt } from "../source/text/layout.js";
import { readRoutedCalls } from "../source/routes/routed-calls.js";
import { parse, ts } from "../source/syntax/syntax.js";
import { usageError } from "../terminal/errors.js";
import type { ProtectContext, ProtectedPath } from "./protected-path.js";

/**
 * Says of each path where no route is in sight what may answer there all the same: a file server, a router.
 * @throws CliError exit 2 where nothing does
 */
export function checkAnswered({ builder, framework, paths, routes, force }: ProtectContext): void {
  const { facts } = builder;
  if (routes === undefined || force) return;
  const answering = routes.filter(({ isUnanswered }) => isUnanswered !== true);
  const known = answering.filter(({ isUnread }) => isUnread !== true);
  const unread = answering.filter(({ isUnread }) => isUnread === true);
  for (const one of paths) {
    if (known.some(({ path }) => reaches(one, path))) continue;
    const has = known.length === 0 ? "" : ` It has ${listed(known)}.`;
    const other = unread.length === 0 ? otherAnswer(facts, framework, one) : unreadText(unread);
    if (other === undefined)
      throw usageError(
        "AUTH_E_PROTECT_NOTHING",
        `Nothing of this app answers at ${one.text}.`,
        `${has.trim()} With --force the guard is written all the same.`.trim(),
      );
    builder.warn(
      "AUTH_W_PROTECT_NOTHING",
      `No route in sight answers at ${one.text}; ${other} may. The guard is written.${has}`,
    );
  }
}

function unreadText(routes: readonly AppRoute[]): string {
  const places = routes.map(({ file, line }) => `${file}:${line}`);
  const shown = places.slice(0, 3).join(", ");
  const more = places.length > 3 ? ` and ${places.length - 3} more` : "";
  return places.length === 1
    ? `the route of ${shown}, whose address is not in sight,`
    : `the routes of ${shown}${more}, whose addresses are not in sight,`;
}

const listed = (routes: readonly AppRoute[]): string =>
  [...new Set(routes.map(({ path }) => path))].slice(0, 12).join(", ");

/** Whether a route, with parameters in it, answers at a path or below it. */
function reaches({ segments }: ProtectedPath, route: string): boolean {
  const parts = route.split("/").filter((part) => part !== "");
  const isOpen = parts.at(-1) === ":rest";
  const isLong = parts.length >= segments.length || isOpen;
  return (
    isLong &&
    segments.every((one, at) => {
      const part = parts[at] ?? ":rest";
      return one === undefined || one === part || part.startsWith(":");
    })
  );
}

/** A line of the server file that answers more than its routes, with its place. */
function otherAnswer(
  facts: ConfiguredProject,
  { routers = [] }: Framework,
  { segments }: ProtectedPath,
): string | undefined {
  const { files, serverFile, authFile } = facts;
  const text = serverFile === undefined ? undefined : readIfText(files, serverFile)?.text;
  if (serverFile === undefined || text === undefined) return undefined;
  const open = projectModules(facts);
  const root = parse(text, serverFile);
  const auth = parse(readIfText(files, authFile ?? "")?.text ?? "", authFile ?? "");
  const { isOurs } = authExpressionsIn([root, auth], open);
  const names = new Names(open);
  const apps = [...readRoutedCalls(text, serverFile, routers).made].filter(([, { isRouter }]) => !isRouter);
  const found = apps
    .flatMap(([name]) => callsOn(root, name))
    .find((one) => mayAnswer(one, { segments, isOurs, names }) && !isNotFound(one));
  if (found === undefined) return undefined;
  return `${firstLine(found)} (${serverFile}:${lineAt(text, found.node.getStart())})`;
}

/** What answers whatever nothing else has answered, or what went wrong. */
const isNotFound = ({ node }: ApplicationCall): boolean =>
  node.arguments.some(
    (one) => ts.isFunctionLike(one) && (one.getText().includes("404") || one.parameters.length > 3),
  );
