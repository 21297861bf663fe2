/** `auth protect` in Koa: `app.use(auth.require({ path }))`, a guard that goes by the path itself. */
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";
import { application } from "./application.js";

export const protectKoa = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom: guardsByPath });
