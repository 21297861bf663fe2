/** `auth protect` in Koa: `app.use(auth.require({ path }))`, a guard that goes by the path itself. */
import type { GuardIdiom, ServerStatement } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { pathOfGuard } from "../../../cli/source/requirement.js";
import { ts } from "../../../cli/source/syntax.js";
import { firstText, protectServer, starredPattern } from "../server/protect.js";
import { application, isRouter } from "./application.js";

export const protectKoa = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, pattern: starredPattern, idiom });

const idiom: GuardIdiom = {
  requirement: (path, requirement) => ({ path, ...requirement }),
  guardedBy: (_statement, guard) => pathOfGuard(guard),
  answers,
  statement: (app, guard) => `${app}.use(${guard})`,
};

/** A router, whose routes stand elsewhere, or `mount("/dashboard", …)`. */
function answers({ arguments: given }: ServerStatement, isBelow: (pathname: string) => boolean): boolean {
  return given.some((one) => ts.isCallExpression(one) && (isRouter(one) || isBelow(firstText(one) ?? "")));
}
