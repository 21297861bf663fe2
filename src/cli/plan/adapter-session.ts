import { lineAt } from "../edit/text-edit.js";
import { readsToken } from "../source/session-callback.js";
import type { SourceText } from "../source/names.js";
import type { ProjectFacts } from "../project/detect.js";
import { readIfText } from "../project/files.js";
import { listSources } from "../project/sources.js";
import { CliError, exitCodes } from "../terminal/errors.js";
import type { AdapterAnswers } from "./adapter.js";
import type { Staging } from "./staging.js";

/**
 * Where sessions live once there is a store. A `callbacks.session` that reads `token` has one with sessions in cookies
 * only: they stay there unless somebody asks for the database.
 * @throws CliError exit 3 where such a callback and sessions in the database would meet
 */
export async function sessionFor(
  staging: Staging,
  facts: ProjectFacts,
  source: SourceText,
  { session, force }: AdapterAnswers,
): Promise<AdapterAnswers["session"]> {
  if (session === "jwt" || force) return session;
  const { reader, strategy, hasOption } = await sessionsOf(facts, source);
  if (!reader || (strategy === "jwt" && session === undefined)) return session;
  if (session === undefined && strategy === undefined && !hasOption) {
    staging.warn(
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
async function sessionsOf(facts: ProjectFacts, source: SourceText) {
  const { readSource } = await import("../source/source-facts.js");
  const others = [...listSources(facts.files)].flatMap((file) => {
    const text = file === source.file ? "" : (readIfText(facts.files, file)?.text ?? "");
    return /\bcallbacks\b/.test(text) && /\bsession\b/.test(text) ? [{ file, text }] : [];
  });
  const members = [source, ...others].flatMap(({ file, text }) =>
    readSource(text, file).objects.flatMap((object) =>
      object.members.map((member) => ({ ...member, place: `${file}:${lineAt(text, member.start)}` })),
    ),
  );
  const strategy = members.find(({ path }) => path === "session.strategy")?.value;
  return {
    reader: members.find(readsToken)?.place,
    strategy: strategy?.replace(/["'`]/g, ""),
    hasOption: members.some(({ path }) => path === "session"),
  };
}
