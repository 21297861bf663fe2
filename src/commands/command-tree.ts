import type { Command } from "commander";

/** A command with all that stand below it. */
export const allCommands = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(allCommands),
];

/** The program, the group and the command: flags of a later one say more. */
export const lineageOf = (command: Command): readonly Command[] => [
  ...(command.parent ? lineageOf(command.parent) : []),
  command,
];
