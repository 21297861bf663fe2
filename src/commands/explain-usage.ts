import type { Command, CommanderError } from "commander";
import { usageError, type CliError } from "../cli/terminal/errors.js";
import { commandLine } from "../cli/terminal/next-commands.js";
import { closest } from "../cli/terminal/closest.js";
import { allCommands } from "./command-tree.js";
import { longName } from "./manifest/flag-name.js";
import { commands } from "./manifest/manifest.js";

const helpOf = ({ commands: known }: Command, name: string): string =>
  known.find((one) => one.name() === name)?.description() ?? "";

/** A mistake in the command line, in our words, with the nearest thing that exists. */
export function explainUsage(error: CommanderError, program: Command, argv: readonly string[]): CliError {
  const message = error.message.startsWith("error: ") ? error.message.slice("error: ".length) : error.message;
  const word = message.split("'")[1] ?? "";
  const place = argv.reduce(
    (found, name) => found.commands.find((one) => one.name() === name) ?? found,
    program,
  );
  const known =
    error.code === "commander.unknownOption"
      ? [
          ...allCommands(place).flatMap((one) => one.options.map(({ long }) => long ?? "")),
          ...(place === program ? commands.flatMap((one) => one.flags.map(longName)) : []),
        ]
      : place.commands.map((one) => one.name());
  const near = closest(word, known);
  const help = `auth${place === program ? "" : ` ${place.name()}`} --help`;
  if (error.code === "commander.help") {
    return usageError(
      "AUTH_E_USAGE",
      `auth ${place.name()} needs a subcommand: ${known.join(", ")}.`,
      `See ${help}`,
      known.map((one) => ({ command: `npx auth ${place.name()} ${one}`, why: helpOf(place, one) })),
    );
  }
  const corrected = near && commandLine(argv.map((one) => (one === word ? near : one)));
  return usageError(
    "AUTH_E_USAGE",
    `${message[0]?.toUpperCase()}${message.slice(1)}.`,
    near ? `Did you mean ${near}?` : `See ${help}`,
    corrected ? [{ command: corrected, why: `There is ${near}, and no ${word}.` }] : [],
  );
}
