/** `auth protect` in h3: `app.use(auth.require({ path }))`, a guard that goes by the path itself. */
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";
import { application, goesFirst } from "./application.js";

export const protectH3 = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom });

const idiom: GuardIdiom = { ...guardsByPath, goesFirst };
