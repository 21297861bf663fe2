/** `auth protect` in h3: `app.use(auth.require({ path }))`, a guard that goes by the path itself. */
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { guardsByPath, protectServer } from "../server/protect.js";
import { application } from "./application.js";

export const protectH3 = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, idiom });

const idiom: GuardIdiom = {
  ...guardsByPath,
  // Middleware runs in front of all routes: only middleware that stands above the session answers without a guard.
  goesFirst: ({ method }) => method === "use" || method === "",
};
