/** What is stricter here and what the code of the app can meet, in every package that an override reaches. */
import path from "node:path";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { openFiles } from "../../../cli/project/files.js";
import type { Progress } from "../../../cli/terminal/progress.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { passkeysAt } from "../../../cli/source/syntax/probes.js";
import { oldSources } from "../../../cli/old-auth/sources.js";
import { stricter } from "../constructs/stricter/report.js";
import type { Todo } from "../todo.js";
import { refused, type Found } from "./found.js";

/**
 * @returns places of the app, by file and line, from the folder of the command
 * @throws CliError exit 3 for passkeys: the device and the server speak another version of their library
 */
export async function differencesOf(
  { root, workspaceRoot, gitRoot }: ProjectFacts,
  found: readonly Found[],
  progress: Progress,
): Promise<Todo[]> {
  // It loads the parser.
  const { surveyFile } = await import("../read-file.js");
  const folders = [...new Set(found.map(({ folder }) => path.join(workspaceRoot, folder)))];
  return folders.flatMap((folder) => {
    const files = openFiles(folder, gitRoot ?? workspaceRoot);
    const surveys = progress
      .map("Reading file", [...oldSources(files)], ({ file, text }) =>
        surveyFile(file, text, { isVersion4: false, isNuxt: false, isDone: false }),
      )
      .flatMap((survey) => survey ?? []);
    const below = path.relative(root, folder).split(path.sep).join("/");
    const named = stricter({ surveys, files, isVersion4: false }).map((todo) => ({
      ...todo,
      path: path.posix.join(below, todo.path),
    }));
    assertNoPasskeys(surveys.map(({ file, text }) => ({ file: path.posix.join(below, file), text })));
    return named;
  });
}

function assertNoPasskeys(sources: readonly { readonly file: string; readonly text: string }[]): void {
  const one = sources.find(({ text }) => passkeysAt(text) >= 0);
  if (one === undefined) return;
  const line = lineAt(one.text, passkeysAt(one.text));
  throw refused(
    `${one.file}:${line} uses passkeys, which need @simplewebauthn 14 here and 9 there.`,
    "Run auth migrate without --alias: it moves the passkeys too.",
  );
}
