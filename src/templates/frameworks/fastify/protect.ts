/** `auth protect` in Fastify: a hook of the application, whose guard goes by the path itself. */
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";
import { application, goesFirst } from "./application.js";

export const protectFastify = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom });

const idiom: GuardIdiom = {
  ...guardsByPath,
  goesFirst,
  statement: (app, guard, _pattern, quoted) => `${app}.addHook(${quoted("onRequest")}, ${guard})`,
};
