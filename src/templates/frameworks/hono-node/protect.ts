/** `auth protect` in Hono: `app.use("/dashboard/*", auth.require())`, which holds for `/dashboard` too. */
import type { GuardIdiom } from "../../../cli/edit/guard-path.js";
import type { ProtectContext } from "../../../cli/plan/protected-path.js";
import { ts, visit } from "../../../cli/source/syntax.js";
import { namedPattern, protectServer, routedGuards } from "../server/protect.js";
import { application } from "./application.js";

export const protectHono = (context: ProtectContext): void =>
  protectServer(context, { made: application.made, pattern: (path) => `${namedPattern(path)}/*`, idiom });

const idiom: GuardIdiom = { ...routedGuards, obstacle: movedApplication };

/** `basePath()` puts something in front of every path that an application takes. */
function movedApplication(root: ts.SourceFile): ReturnType<NonNullable<GuardIdiom["obstacle"]>> {
  let at: ts.Node | undefined;
  visit(root, (node) => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === "basePath") at ??= node.name;
  });
  return (
    at && { at, why: "basePath() moves the paths of this application: leave its own part out of the line" }
  );
}
