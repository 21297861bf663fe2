import { Command, CommanderError, Help, Option, type Argument } from "commander";
import { packageName, packageVersion } from "../cli/formats/own-package.js";
import {
  idsOf,
  Options,
  resolveCwd,
  type CommandContext,
  type CommandResult,
  type Io,
} from "../cli/terminal/context.js";
import {
  commandGroups,
  commands,
  globalFlags,
  type CommandSpec,
  type FlagSpec,
  writeFlags,
} from "./manifest/manifest.js";
// At once: an install that the command runs may take its own files away.
import { docsFolder } from "../cli/project/docs-folder.js";
import { exitCodes, toCliError } from "../cli/terminal/errors.js";
import { allCommands, lineageOf } from "./command-tree.js";
import { Output } from "../cli/terminal/output.js";
import { quietPipe, signalsOfRun } from "../cli/terminal/signals.js";

/** Commands of one file. */
const users = () => import("./users/command.js");

/** One lazily loaded file per command of the manifest. */
export const loaders: Readonly<
  Record<string, () => Promise<{ run(context: CommandContext): CommandResult }>>
> = {
  init: () => import("./init/command.js"),
  "add-provider": () => import("./add-provider/command.js"),
  "remove-provider": () => import("./remove-provider/command.js"),
  "add-adapter": () => import("./add-adapter/command.js"),
  "add-plugin": () => import("./add-plugin/command.js"),
  "remove-plugin": () => import("./remove-plugin/command.js"),
  "add-role": () => import("./add-role/command.js"),
  "add-docker": () => import("./add-docker/command.js"),
  protect: () => import("./protect/command.js"),
  "test init": () => import("./test/test-init.js"),
  "secret generate": () => import("./secret/secret-generate.js"),
  "secret rotate": () => import("./secret/secret-rotate.js"),
  "secret check": () => import("./secret/secret-check.js"),
  "db migrate": () => import("./db/db-migrate.js"),
  "db cleanup": () => import("./db/db-cleanup.js"),
  "users list": async () => (await users()).list,
  "users show": async () => (await users()).show,
  "users grant": async () => (await users()).grant,
  "users revoke": async () => (await users()).revoke,
  "users ban": async () => (await users()).ban,
  "users unban": async () => (await users()).unban,
  "users sign-out": async () => (await users()).signOut,
  "token encode": () => import("./token/token-encode.js"),
  "token decode": () => import("./token/token-decode.js"),
  dev: () => import("./dev/command.js"),
  doctor: () => import("./doctor/command.js"),
  upgrade: () => import("./upgrade/command.js"),
  migrate: () => import("./migrate/command.js"),
  undo: () => import("./undo/command.js"),
  providers: () => import("./providers/command.js"),
  completion: () => import("./completion/command.js"),
  info: () => import("./info/command.js"),
  mcp: () => import("./mcp/command.js"),
};

function processIo(): Io {
  quietPipe();
  const { stdin, stdout, stderr, env } = process;
  return { stdin, stdout, stderr, env, cwd: process.cwd() };
}

/** Runs the command line. Never throws and never ends the process; the number is its exit code. */
export async function main(argv: readonly string[], io: Io = processIo()): Promise<number> {
  let code: number = exitCodes.done;
  const outputOf = (options: Options) => outputFor(io, argv, options);
  const program = createProgram(argv, io, async (spec, command) => {
    code = await runCommand(spec, command, io, outputOf);
  });
  const words = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined);
  const json = words.includes("--json");
  if (json && words.some((word) => word === "--help" || word === "-h")) {
    await describeCommands(words, outputOf(new Options({ json })));
    return code;
  }
  try {
    await program.parseAsync(
      [...argv].map((word, at) => (at === 0 && word === "-v" ? "-V" : word)),
      { from: "user" },
    );
    if (code === exitCodes.done) assertKnownCommand(program);
    return code;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    const failure =
      error instanceof CommanderError
        ? (await import("./explain-usage.js")).explainUsage(error, program, argv)
        : toCliError(error);
    const named = words.find((word) => !word.startsWith("-")) ?? "";
    await outputOf(new Options({ json })).finish(named, failure);
    return failure.exitCode;
  }
}

function assertKnownCommand({ args: [unknown], commands: known }: Command): void {
  if (unknown === undefined || known.some((one) => one.name() === unknown)) return;
  throw new CommanderError(1, "commander.unknownCommand", `error: unknown command '${unknown}'`);
}

type RunCommand = (spec: CommandSpec, command: Command) => Promise<void>;

/** The program with the commands of the manifest. */
function createProgram(argv: readonly string[], io: Io, run: RunCommand): Command {
  const program = rootCommand();
  // Flags cost more than all the rest here, and only a command that is named needs its own.
  const isNamed = (command: Command) => argv.includes(command.name());
  for (const spec of commands) {
    const command = addCommand(program, spec);
    if (isNamed(command)) addUse(command, spec, run);
  }
  for (const command of allCommands(program)) {
    const takesFlags = command === program || isNamed(command);
    for (const flag of takesFlags ? globalFlags : []) addFlag(command, flag, command === program);
    command.exitOverride().showSuggestionAfterError(false);
    command.configureOutput({ writeOut: (text) => void io.stdout.write(text), writeErr: () => {} });
    if (command.args.length === 0) command.allowExcessArguments(command === program);
  }
  return program.addHelpText(
    "after",
    `\nStart with "npx ${packageName} init". "auth <command> --help" shows flags and examples.\n`,
  );
}

function rootCommand(): Command {
  const program = new Command("auth");
  return (
    program
      .description(`Sign-in for this project, from the package ${packageName}.`)
      .version(`${packageName} ${packageVersion}`, "-V, --version", "print name and version")
      .helpCommand(false)
      .configureHelp({ subcommandTerm: termOf, minWidthToWrap: narrowest, formatItem })
      // An unknown command ends here too: it gets an error, and stdout stays free for it.
      .action(() => {
        if (program.args.length === 0) program.outputHelp();
      })
  );
}

/** A command by its name and arguments; one of two words stands in the group of the first. */
function addCommand(program: Command, { name, args, help }: CommandSpec): Command {
  const [first = "", second] = name.split(" ");
  const parent = second === undefined ? program : groupOf(program, first);
  return parent.command(`${second ?? first}${args ? ` ${args}` : ""}`).description(help);
}

function groupOf(program: Command, name: string): Command {
  const present = program.commands.find((one) => one.name() === name);
  if (present) return present;
  return program
    .command(name)
    .description(commandGroups[name] ?? "")
    .helpCommand(false);
}

/** Flags, examples and what the command does. */
function addUse(command: Command, spec: CommandSpec, run: RunCommand): void {
  for (const flag of [...spec.flags, ...(spec.writes ? writeFlags : [])]) addFlag(command, flag);
  command.addHelpText(
    "after",
    `\nGlobal flags: auth --help\n\nExamples:\n${spec.examples.map((line) => `  $ ${line}`).join("\n")}\n`,
  );
  command.action(() => run(spec, command));
}

/** Help for programs: the manifest itself, or the part of it that the words ask for. */
async function describeCommands(words: readonly string[], output: Output): Promise<void> {
  const asked = words.filter((word) => !word.startsWith("-")).join(" ");
  const found = commands.filter(({ name }) => name === asked || name.startsWith(`${asked} `));
  output.result({ commands: found.length > 0 ? found : commands, globalFlags, writeFlags }, "");
  await output.finish("help");
}

/** Every command takes the global flags. */
const termOf = (command: Command): string =>
  [command.name(), "[options]", ...command.registeredArguments.map(humanReadable)].join(" ");

const humanReadable = (argument: Argument): string => {
  const name = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${name}>` : `[${name}]`;
};

const narrowest = 24;

/** A flag or command and what it does: side by side, or below each other where the terminal is narrow. */
function formatItem(this: Help, term: string, termWidth: number, description: string, helper: Help): string {
  const columns = this.helpWidth ?? 80;
  if (columns - termWidth - 4 >= narrowest)
    return Help.prototype.formatItem.call(this, term, termWidth, description, helper);
  const indent = " ".repeat(6);
  return `  ${term}\n${indent}${helper.boxWrap(description, columns - indent.length).replaceAll("\n", `\n${indent}`)}`;
}

/** @param isShown whether the help of the command names it */
function addFlag(command: Command, { flags, help, repeatable, values }: FlagSpec, isShown = true): void {
  const read = (value: string) => (values === "provider" ? idsOf([value]) : [value]);
  const option = new Option(flags, help).hideHelp(!isShown);
  if (repeatable) option.argParser((value: string, before: string[] = []) => [...before, ...read(value)]);
  command.addOption(option);
}

function outputFor(io: Io, argv: readonly string[], options: Options): Output {
  return new Output({
    argv,
    commandThere: async (command) => {
      // An install that this run has ended with may have taken the file away.
      const found = await import("../cli/project/start-command.js").catch(() => undefined);
      if (found === undefined) return command;
      return found.commandThere(command, {
        from: io.cwd,
        cwd: resolveCwd(io, options.text("cwd")),
        flag: options.text("packageManager"),
        userAgent: io.env["npm_config_user_agent"],
      });
    },
    stdout: io.stdout,
    stderr: io.stderr,
    env: io.env,
    json: options.is("json"),
    quiet: options.is("quiet"),
    verbose: options.is("verbose"),
    colour: options.isOff("color") ? false : options.is("color") ? true : undefined,
  });
}

async function runCommand(
  spec: CommandSpec,
  command: Command,
  io: Io,
  outputOf: (options: Options) => Output,
): Promise<number> {
  const options = new Options(Object.assign({}, ...lineageOf(command).map(given)));
  const output = outputOf(options);
  const signals = signalsOfRun();
  try {
    const module = await loaders[spec.name]?.();
    const cwd = resolveCwd(io, options.text("cwd"));
    const { hold: holdSignals } = signals;
    const code = await module?.run({ io, output, options, args: command.args, holdSignals, cwd });
    if (typeof code !== "number") await output.finish(spec.name);
    return code ?? exitCodes.done;
  } catch (error) {
    const failure = toCliError(error);
    await output.finish(spec.name, failure, docsFolder(resolveCwd(io, options.text("cwd"))));
    return failure.exitCode === exitCodes.interrupted ? signals.exitCode() : failure.exitCode;
  }
}

/** Only what the person wrote: the defaults of a subcommand must not hide a global flag in front of it. */
function given(command: Command): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === "cli"),
  );
}
