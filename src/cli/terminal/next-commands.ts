/** What a program runs next when a run was refused or left something open: `next` of the JSON document. */
import { errorCodes } from "./error-codes.js";
import type { CliError } from "./errors.js";

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
  if (next.length > 0) {
    return next.map((one) =>
      "flags" in one
        ? { command: commandLine(withFlags(argv, one.flags.split(" "))), why: one.why }
        : { ...one },
    );
  }
  if (code === "AUTH_E_USAGE") {
    const words = ["npx auth", command, "--help"].filter((word) => word !== "");
    return [{ command: words.join(" "), why: "It lists the flags, with examples." }];
  }
  const { fix, next: helps, what } = errorCodes[code];
  if (helps !== undefined) return [{ command: helps, why: what }];
  return [{ command: commandLine(argv), why: `Before it: ${fix}.` }];
}

/** The command that carries out what a dry run has shown, and nothing else. */
export function commandOfPlan(id: string, argv: readonly string[]): FoundCommand {
  const words = argv.filter((word) => word !== "--dry-run" && word !== "--yes");
  return {
    command: commandLine(withFlags(words, ["--yes", "--plan", id])),
    why: "It carries out this plan, or nothing.",
  };
}

/** Flags stand in front of `--`: behind it all words are arguments. */
export function withFlags(argv: readonly string[], flags: readonly string[]): readonly string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  return [...argv.slice(0, end), ...flags, ...argv.slice(end)];
}

/** @param argv the words behind `auth` */
export const commandLine = (argv: readonly string[]): string =>
  ["npx auth", ...withoutTokens(argv).map(quoted)].join(" ");

/** Characters of a word that is repeated: a longer one is a token or a cookie, or for nobody to read. */
const longest = 200;

/** What was typed behind `token decode` may be somebody's session: the next run reads it from stdin. */
function withoutTokens(argv: readonly string[]): readonly string[] {
  const at = argv.indexOf("token");
  if (at < 0) return argv.map((word) => (word.length > longest ? "-" : word));
  const json = argv.includes("--json") ? ["--json"] : [];
  return ["token", ...argv.slice(at + 1, at + 2), "-", ...json];
}

/** A word as a POSIX shell reads it back. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
