import path from "node:path";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { majorVersion } from "../../../cli/project/versions.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";

/** Up to Next.js 15 the middleware runs where no database driver does, and it would take the store along. */
export function storeProblem(facts: ConfiguredProject, source: SourceText): CliError | undefined {
  if ((majorVersion(facts, "next") ?? 16) >= 16) return undefined;
  const textOf = (file: string) => facts.files.read(file)?.text;
  const middleware = ["ts", "js", "mts", "mjs"]
    .flatMap((extension) => [`middleware.${extension}`, `src/middleware.${extension}`])
    .find((file) => textOf(file) !== undefined);
  const authName = path.posix.basename(source.file).replace(/\.\w+$/, "");
  if (!middleware || !new RegExp(`["'][^"']*\\b${authName}["']`).test(textOf(middleware) ?? ""))
    return undefined;
  return new CliError(
    "AUTH_E_EDGE_STORE",
    `${middleware} imports ${source.file}, and before Next.js 16 it runs where no database driver does.`,
    {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. Guard each page and remove that file, move the providers to a file of their own that both import, or use --force.",
    },
  );
}
