import { bash } from "./bash.js";
import { fish } from "./fish.js";
import { pwsh } from "./pwsh.js";
import { flagChoices, places } from "./words.js";
import { zsh } from "./zsh.js";
import type { CommandContext, CommandResult } from "../../cli/terminal/context.js";
import { closest } from "../../cli/terminal/closest.js";
import { usageError } from "../../cli/terminal/errors.js";

const shells: Readonly<Record<string, typeof bash>> = { bash, zsh, fish, pwsh };

/** `auth completion <shell>`: a script without calls back to us, so that completing costs no start of Node. */
export async function run({ args, output }: CommandContext): CommandResult {
  const [shell = ""] = args;
  const write = Object.hasOwn(shells, shell) ? shells[shell] : undefined;
  if (!write) {
    const known = Object.keys(shells);
    const near = closest(shell, known);
    throw usageError(
      "AUTH_E_UNKNOWN_SHELL",
      `There is no completion for "${shell}".`,
      near ? `Did you mean ${near}?` : `Known: ${known.join(", ")}`,
    );
  }
  const script = write(places(), flagChoices());
  output.result({ shell, script }, script);
}
