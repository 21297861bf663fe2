/** `auth protect` in Express: `app.use(auth.require({ path }))` behind the line that reads the session. */
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";
import { application } from "./application.js";

export const protectExpress = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom: guardsByPath });
