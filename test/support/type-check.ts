/** The compiler on whole projects: the native one, which takes a tenth of the time. */
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../architecture/source-tree.js";

/** The native compiler. Other tests run beside it, and each further checker reads what files share anew. */
export const nativeCompiler: readonly string[] = [
  path.join(projectRoot, "node_modules/ts7/bin/tsc"),
  "--checkers",
  "1",
];

interface Check {
  /** Default: `ts7`, which refuses options of older projects. */
  readonly compiler?: "ts7" | "typescript";
  /** In place of what the tsconfig says. */
  readonly flags?: readonly string[];
}

/** What `tsc --noEmit -p <folder>` prints of a project; "" where it compiles. */
export function typeErrors(folder: string, { compiler = "ts7", flags = [] }: Check = {}): string {
  const cwd = realpathSync(folder);
  const program =
    compiler === "ts7" ? nativeCompiler : [path.join(projectRoot, "node_modules", compiler, "bin/tsc")];
  const args = [...program, "--noEmit", "--pretty", "false", "-p", cwd, ...flags];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  if (status !== 0 && stdout === "") throw new Error(`The compiler ended with ${status}: ${stderr}`);
  return stdout;
}
