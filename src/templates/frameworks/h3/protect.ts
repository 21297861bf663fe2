/** `auth protect` in h3: `app.use("/dashboard/**", auth.require())`, which holds for `/dashboard` too. */
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { firstText, namedPattern, protectServer, routedGuards } from "../server/protect.js";
import { application } from "./application.js";

export const protectH3 = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, pattern: (path) => `${namedPattern(path)}/**`, idiom });

const idiom: GuardIdiom = {
  ...routedGuards,
  // Middleware runs in front of all routes: only middleware that stands above the session answers without a guard.
  answers: (statement, isBelow) =>
    statement.expression.name.text === "use" && isBelow(firstText(statement) ?? ""),
};
