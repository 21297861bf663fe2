/** Code that cannot be looked at: whoever migrates the rest leaves half an app. */
import path from "node:path";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { isCovered } from "../../cli/project/git.js";
import { CliError } from "../../cli/terminal/errors.js";

/**
 * Data of a database, for one, may belong to another user; git leaves such a folder out.
 * @throws CliError AUTH_E_FILE when a file or a folder that git does not leave out may not be opened
 */
export function assertAllOpen(facts: ProjectFacts): void {
  const isLeftOut = (place: string) =>
    isCovered(facts, place.endsWith("/") ? path.posix.join(place, "file") : place);
  const closed = facts.files.closed().find((place) => !isLeftOut(place));
  if (closed === undefined) return;
  throw new CliError(
    "AUTH_E_FILE",
    `${closed} may not be opened, so nobody can say what of it is to migrate.`,
    {
      hint: "Nothing was changed. Let this user read it, or name it in .gitignore if it holds no code.",
    },
  );
}
