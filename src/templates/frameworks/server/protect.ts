/** `auth protect` in servers whose guards are statements behind the one that reads the session. */
import { guardPath, type GuardIdiom, type ServerStatement } from "../../../cli/edit/guard-path.js";
import { requirementText } from "../../../cli/edit/requirement.js";
import { covers, type ProtectContext, type ProtectedPath } from "../../../cli/plan/protected-path.js";
import { authExpressionsIn } from "../../../cli/source/auth-expressions.js";
import { ts } from "../../../cli/source/syntax.js";
import { usageError } from "../../../cli/terminal/errors.js";

/** What servers of one framework have of their own in `auth protect`. */
export interface ServerGuards {
  /** As texts name what makes a server: `express()`. */
  readonly made: string;
  /** A path with all below it, as guards of this framework are written for it. */
  pattern(path: ProtectedPath): string;
  readonly idiom: GuardIdiom;
}

export function protectServer(context: ProtectContext, { made, pattern, idiom }: ServerGuards): void {
  const { builder, authFile, paths, requirement } = context;
  const file = serverFileOf(context, made);
  const authText = builder.text(authFile) ?? "";
  // Each goes right behind the session, so the last one first.
  for (const one of [...paths].reverse()) {
    const text = builder.text(file) ?? "";
    const known = authExpressionsIn(`${text}\n${authText}`);
    const path = pattern(one);
    const result = guardPath(
      { file, text },
      {
        idiom,
        pattern: path,
        requirement,
        isSession: (code) => known.isSession(code) || code === earlier.session,
        isGuard: (code) => known.isGuard(code) || code === earlier.guard,
        isBelow: (pathname) => covers(one, pathname),
        guard: guardBeside,
      },
    );
    const argument = requirementText(idiom.requirement(path, requirement), '"');
    builder.edit(file, result, {
      reason: `asks for a user below ${path}`,
      already: `${path} is guarded`,
      snippet: `${idiom.statement("app", `auth.require(${argument})`, path, (word) => `"${word}"`)};`,
    });
  }
}

/** @throws CliError where no file makes a server */
export function serverFileOf({ facts }: ProtectContext, made: string): string {
  if (facts.serverFile !== undefined) return facts.serverFile;
  throw usageError(
    "AUTH_E_NO_SERVER",
    `No file of this project calls ${made}.`,
    "Name the file that makes the application: --server src/server.ts",
  );
}

/** Names in projects of earlier versions, whose guard knows no requirement. */
const earlier = { session: "authSession", guard: "requireUser" };

function guardBeside(session: string, requirement: string): string | undefined {
  if (session === earlier.session) return requirement === "" ? earlier.guard : undefined;
  const end = session.lastIndexOf(".");
  return end === -1 ? undefined : `${session.slice(0, end)}.require(${requirement})`;
}

/** The first argument, where it is a text. */
export function firstText({ arguments: [first] }: ts.CallExpression): string | undefined {
  return first && ts.isStringLiteralLike(first) ? first.text : undefined;
}

/** `app.use(path, guard)`, which the router chooses as it chooses routes. */
export const routedGuards: GuardIdiom = {
  requirement: (_pattern, requirement) => requirement,
  guardedBy: firstText,
  answers: (statement: ServerStatement, isBelow) => isBelow(firstText(statement) ?? ""),
  statement: (app, guard, pattern, quoted) => `${app}.use(${quoted(pattern)}, ${guard})`,
};

/** The path where each parameter is a star: the guards that tell paths themselves read it so. */
export const starredPattern = ({ segments }: ProtectedPath): string =>
  segments.map((one) => `/${one ?? "*"}`).join("");

/** A path whose parameters have names, which all routers take. */
export const namedPattern = ({ segments }: ProtectedPath): string =>
  segments.map((one, at) => `/${one ?? `:any${at + 1}`}`).join("");
