/** `auth protect` in Fastify: a hook of the application, whose guard goes by the path itself. */
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import type { ApplicationCall } from "../../../cli/source/answering.js";
import { ts } from "../../../cli/source/syntax.js";
import { guardsByPath, protectServer } from "../server/protect.js";
import { application } from "./application.js";

export const protectFastify = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom });

const idiom: GuardIdiom = {
  ...guardsByPath,
  goesFirst,
  statement: (app, guard, _pattern, quoted) => `${app}.addHook(${quoted("onRequest")}, ${guard})`,
};

/**
 * A plugin that is awaited has its routes before hooks that follow it; all else gets them, whatever stands first.
 * Plugins of packages add to the application itself, whose hooks hold for them, but for the one that loads the app's own.
 */
function goesFirst({ node, method }: ApplicationCall): boolean {
  if (method !== "register" || !ts.isAwaitExpression(node.parent)) return false;
  return !application.isMiddleware([...node.arguments]);
}
