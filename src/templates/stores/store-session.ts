import { packageName } from "../../cli/formats/own-package.js";
import { readsToken } from "../../cli/source/configuration/session-callback.js";
import type { SourceText } from "../../cli/source/names/names.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";
import { CliError, exitCodes } from "../../cli/terminal/errors.js";
import type { StoreAnswers } from "./support.js";
import { stagedModules } from "../../cli/plan/staged-project.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { stringOf } from "../../cli/source/configuration/literals.js";

/**
 * Where sessions live once there is a store. A `callbacks.session` that reads `token` has one with sessions in cookies
 * only: they stay there unless somebody asks for the database.
 * @throws CliError exit 3 where such a callback and sessions in the database would meet
 */
export async function sessionFor(
  builder: PlanBuilder<ConfiguredProject>,
  source: SourceText,
  { session, force }: StoreAnswers,
): Promise<StoreAnswers["session"]> {
  if (session === "jwt" || force) return session;
  const { reader, strategy, hasOption } = await sessionsOf(builder, source);
  if (!reader || (strategy === "jwt" && session === undefined)) return session;
  if (session === undefined && strategy === undefined && !hasOption) {
    builder.warn(
      "AUTH_W_SESSIONS_STAY",
      `${reader}: callbacks.session reads token, which there is with sessions in cookies only: they stay there.`,
    );
    return "jwt";
  }
  throw new CliError("AUTH_E_SESSION_TOKEN", `${reader}: callbacks.session reads token.`, {
    exitCode: exitCodes.conflict,
    hint: 'Nothing was written. With sessions in the database there is no token: read user in its place, or keep sessions in cookies: session: { strategy: "jwt" } in the configuration, or --session jwt where it has no session option.',
  });
}

/** What the configuration, in one file or several, says of sessions. */
async function sessionsOf(builder: PlanBuilder<ConfiguredProject>, source: SourceText) {
  const { readAuthConfig } = await import("../../cli/source/configuration/auth-config.js");
  const { options } = readAuthConfig(source, packageName, stagedModules(builder));
  const reader = options.find(readsToken)?.at;
  const strategy = options.find(({ path }) => path === "session.strategy")?.value;
  return {
    reader: reader && `${reader.path}:${reader.line}`,
    strategy: stringOf(strategy),
    hasOption: options.some(({ path }) => path === "session"),
  };
}
