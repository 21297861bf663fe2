/** `auth protect` in servers whose guards are statements behind the one that reads the session. */
import { guardPath, type GuardIdiom } from "../../../cli/edit/guard-path.js";
import { requirementText } from "../../../cli/edit/requirement.js";
import { checkAnswered } from "../../../cli/plan/answered.js";
import { asksBelow, guardPattern, type ProtectContext } from "../../../cli/plan/protected-path.js";
import { projectModules } from "../../../cli/project/sources.js";
import { Names } from "../../../cli/source/names/names.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";
import { textOf } from "../../../cli/source/routes/requirement.js";
import { parse } from "../../../cli/source/syntax/syntax.js";
import { usageError } from "../../../cli/terminal/errors.js";

/** What servers of one framework have of their own in `auth protect`. */
export interface ServerGuards {
  /** As texts name what makes a server: `express()`. */
  readonly made: string;
  readonly idiom: GuardIdiom;
}

export function protectServer(context: ProtectContext, guards: ServerGuards): void {
  const { builder, authFile, paths, requirement } = context;
  const file = serverFileOf(context, guards.made);
  checkAnswered(context);
  const auth = parse(builder.text(authFile) ?? "", authFile);
  const open = projectModules(context.builder.facts);
  // Each goes right behind the session, so the last one first.
  for (const one of [...paths].reverse()) {
    const text = builder.text(file) ?? "";
    const known = authExpressionsIn([parse(text, file), auth], open);
    const { idiom } = guards;
    const path = guardPattern(one, requirement);
    const result = guardPath(
      { file, text },
      {
        idiom,
        pattern: path,
        requirement,
        segments: one.segments,
        names: new Names(open),
        isOurs: known.isOurs,
        isSession: known.isSession,
        asked: known.asked,
        guard: guardBeside,
      },
    );
    const argument = requirementText(idiom.requirement(path, requirement), '"');
    builder.edit(file, result, {
      reason: asksBelow(requirement, [path]),
      already: `${path} is guarded`,
      snippet: `${idiom.statement("app", `auth.require(${argument})`, path, (word) => `"${word}"`)};`,
    });
  }
}

/** @throws CliError where no file makes a server */
export function serverFileOf({ builder: { facts } }: ProtectContext, made: string): string {
  if (facts.serverFile !== undefined) return facts.serverFile;
  throw usageError(
    "AUTH_E_NO_SERVER",
    `No file of this project calls ${made}.`,
    "Name the file that creates the application: --server src/server.ts",
  );
}

function guardBeside(session: string, requirement: string): string | undefined {
  const end = session.lastIndexOf(".");
  return end === -1 ? undefined : `${session.slice(0, end)}.require(${requirement})`;
}

/** `app.use(auth.require({ path }))`: the guard tells by itself which addresses are meant, however they are written. */
export const guardsByPath: GuardIdiom = {
  requirement: (path, requirement) => ({ path, ...requirement }),
  guardedBy: (_statement, asked) => textOf(asked, "path"),
  why: "write the guard in front of it",
  statement: (app, guard) => `${app}.use(${guard})`,
};
