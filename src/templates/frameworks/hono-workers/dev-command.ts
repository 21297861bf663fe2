import type { ProjectFacts } from "../../../cli/project/facts.js";
import type { DevCommand } from "../support.js";

/**
 * `wrangler dev` gives a worker what stands in `.dev.vars`, and of its own environment nothing: variables are handed on
 * by its flag.
 */
export function devCommand(
  command: readonly string[],
  { packageJson: { scripts } }: Pick<ProjectFacts, "packageJson">,
  variables: Readonly<Record<string, string>>,
): DevCommand {
  const flags = Object.entries(variables).flatMap(([key, value]) => ["--var", `${key}:${value}`]);
  if (startsWorker(command)) return { command: [...command, ...flags] };
  const [runner = "", ...words] = command;
  const script = words.map((word) => scripts[word]).find((text) => text !== undefined);
  if (script !== undefined && startsWorker(lastCommand(script))) {
    // npm keeps flags for itself; the others hand them on.
    const open = programOf(runner) === "npm" && !words.includes("--") ? ["--"] : [];
    return { command: [...command, ...open, ...flags] };
  }
  return {
    command,
    // Heeded where there is no .dev.vars.
    env: { CLOUDFLARE_INCLUDE_PROCESS_ENV: "true" },
    note: `wrangler hands no variables of the shell on where there is a .dev.vars. Add to the command that starts it: ${flags.join(" ")}`,
  };
}

const programOf = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? "").replace(/\.(?:cmd|exe|js)$/, "");

function startsWorker(words: readonly string[]): boolean {
  const at = words.findIndex((word) => programOf(word.split("@")[0] ?? "") === "wrangler");
  return at >= 0 && words.slice(at + 1).includes("dev");
}

/** What gets the arguments of a script. */
const lastCommand = (script: string): readonly string[] =>
  (script.split(/&&|\|\||[;&|]/).at(-1) ?? "").trim().split(/\s+/);
