/** What a program runs next when a run was refused or left something open: `next` of the JSON document. */
import { errorCodes } from "./error-codes.js";
import type { CliError } from "./errors.js";

/** A command line and why, or flags that the command line of this run lacks. */
export type NextCommand =
  | { readonly command: string; readonly why: string }
  | { readonly flags: string; readonly why: string };

export interface FoundCommand {
  readonly command: string;
  readonly why: string;
}

/**
 * At least one command for each failure, the most useful first.
 *
 * @param argv the words behind `auth` of the run that failed
 */
export function nextCommands(
  { code, next }: CliError,
  command: string,
  argv: readonly string[],
): readonly FoundCommand[] {
  const again = commandLine(argv);
  if (next.length > 0) {
    return next.map((one) =>
      "flags" in one ? { command: `${again} ${one.flags}`, why: one.why } : { ...one },
    );
  }
  if (code === "AUTH_E_USAGE") {
    const words = ["npx auth", command, "--help"].filter((word) => word !== "");
    return [{ command: words.join(" "), why: "It lists the flags, with examples." }];
  }
  const { fix, next: helps, what } = errorCodes[code];
  if (helps !== undefined) return [{ command: helps, why: what }];
  return [{ command: again, why: `Before it: ${fix}.` }];
}

/** The command that carries out what a dry run has shown, and nothing else. */
export function commandOfPlan(id: string, argv: readonly string[]): FoundCommand {
  const words = argv.filter((word) => word !== "--dry-run");
  return {
    command: commandLine([...words, "--yes", "--plan", id]),
    why: "It carries out this plan, or nothing.",
  };
}

const commandLine = (argv: readonly string[]): string => ["npx auth", ...argv.map(quoted)].join(" ");

/** A word as a POSIX shell reads it back. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
