/** `auth protect` in Fastify: a hook of the application, whose guard goes by the path itself. */
import type { GuardIdiom, ServerStatement } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { pathOfGuard, textIn } from "../../../cli/source/requirement.js";
import { ts } from "../../../cli/source/syntax.js";
import { protectServer, starredPattern } from "../server/protect.js";
import { application } from "./application.js";

export const protectFastify = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, pattern: starredPattern, idiom });

const idiom: GuardIdiom = {
  requirement: (path, requirement) => ({ path, ...requirement }),
  guardedBy: (_statement, guard) => pathOfGuard(guard),
  answers,
  statement: (app, guard, _pattern, quoted) => `${app}.addHook(${quoted("onRequest")}, ${guard})`,
};

/** A plugin that is awaited is there before hooks that follow it; all else gets them, whatever stands first. */
function answers(statement: ServerStatement, isBelow: (pathname: string) => boolean): boolean {
  if (statement.expression.name.text !== "register" || !ts.isAwaitExpression(statement.parent)) return false;
  return isBelow(textIn(statement.arguments[1], "prefix") ?? "");
}
