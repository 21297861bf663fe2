/** `auth protect` in Express: `app.use(path, auth.require())` behind the line that reads the session. */
import { guardPath } from "../../../cli/edit/guard-path.js";
import { covers, type ProtectContext, type ProtectedPath } from "../../../cli/plan/protected-path.js";
import { requirementText } from "../../../cli/edit/requirement.js";
import { authExpressionsIn } from "../../../cli/source/auth-expressions.js";
import { usageError } from "../../../cli/terminal/errors.js";

export function protectExpress(context: ProtectContext): void {
  const { staging, facts, authFile, paths, requirement } = context;
  const file = facts.serverFile;
  if (file === undefined)
    throw usageError(
      "AUTH_E_NO_SERVER",
      "No file of this project calls express().",
      "Name the file that makes the application: --server src/server.ts",
    );
  const authText = staging.text(authFile) ?? "";
  // Each goes right behind the session, so the last one first.
  for (const one of [...paths].reverse()) {
    const text = staging.text(file) ?? "";
    const known = authExpressionsIn(`${text}\n${authText}`);
    const pattern = patternOf(one);
    const result = guardPath(
      { file, text },
      {
        pattern,
        requirement,
        isSession: (code) => known.isSession(code) || code === earlier.session,
        isGuard: (code) => known.isGuard(code) || code === earlier.guard,
        isBelow: (pathname) => covers(one, pathname),
        guard: guardBeside,
      },
    );
    staging.edit(file, result, {
      reason: `asks for a user below ${pattern}`,
      already: `${pattern} is guarded`,
      snippet: `app.use("${pattern}", auth.require(${requirementText(requirement, '"')}));`,
    });
  }
}

/** Names in projects of earlier versions, whose guard knows no requirement. */
const earlier = { session: "authSession", guard: "requireUser" };

function guardBeside(session: string, requirement: string): string | undefined {
  if (session === earlier.session) return requirement === "" ? earlier.guard : undefined;
  const end = session.lastIndexOf(".");
  return end === -1 ? undefined : `${session.slice(0, end)}.require(${requirement})`;
}

/** A parameter without a name does not go in Express 5, nor a star in both versions. */
const patternOf = ({ segments }: ProtectedPath): string =>
  segments.map((one, at) => `/${one ?? `:any${at + 1}`}`).join("");
