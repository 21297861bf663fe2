/** `auth protect` in Express: `app.use(path, auth.require())` behind the line that reads the session. */
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { namedPattern, protectServer, routedGuards } from "../server/protect.js";

export const protectExpress = (context: ProtectContext): void =>
  protectServer(context, {
    made: "express()",
    // A parameter without a name does not go in Express 5, nor a star in both versions.
    pattern: namedPattern,
    idiom: routedGuards,
  });
