/** The tools of `auth mcp`: which commands an agent may ask for, and with which flags. */
import { longName } from "../manifest/flag-name.js";
import { commands, writeFlags, type CommandSpec, type FlagSpec } from "../manifest/manifest.js";

/** Flags that choose what a plan holds, by the command that they belong to. What is not named here cannot be given. */
const planned: Readonly<Record<string, readonly string[]>> = {
  init: [
    "--framework",
    "--provider",
    "--plugin",
    "--transport",
    "--sign-in-links",
    "--session",
    "--adapter",
    "--dialect",
    "--layout",
    "--agents",
    "--esm",
    "--base-path",
  ],
  "add-provider": [
    "--client-id",
    "--issuer",
    "--param",
    "--transport",
    "--adapter",
    "--dialect",
    "--session",
  ],
  "remove-provider": [],
  "add-adapter": ["--dialect", "--session"],
  "add-plugin": ["--transport", "--sign-in-links", "--adapter", "--dialect", "--session"],
  "remove-plugin": [],
  "add-role": [],
  "add-docker": [],
  protect: ["--organization", "--role", "--can", "--factor", "--max-age"],
  "test init": [],
  upgrade: [],
  migrate: ["--alias"],
};

/** Of the flags of all commands that write. */
const plannedByAll = ["--no-install", "--package-manager"];

/** Why a flag cannot be given, to any of these commands or to the one that is named. */
export const withheldFlags: Readonly<Record<string, string>> = {
  "--config": "names a file",
  "--server": "names a file",
  "--env": "names a file",
  "--from": "names a file, which would be installed",
  "--force": "replaces what a person wrote",
  "--client-secret-stdin": "takes a secret",
  "--verify": "asks an address that the agent chooses",
  "--plan": "is what apply gives",
  "--diff": "changes what is printed, not what is done",
  "--fix": "writes",
  "--url-env": "opens a database",
  "doctor --no-install": "belongs to --fix",
};

export interface AgentFlag {
  /** As it is typed: `--max-age`. */
  readonly flag: string;
  readonly spec: FlagSpec;
}

export interface AgentCommand {
  /** Words of the command. */
  readonly name: string;
  readonly spec: CommandSpec;
  readonly flags: readonly AgentFlag[];
}

/** A command of the manifest with those of its flags that are named. */
function agentCommand(name: string, named: readonly string[]): AgentCommand {
  const spec = commands.find((one) => one.name === name);
  if (spec === undefined) throw new Error(`No command is called ${name}`);
  const all = [...spec.flags, ...(spec.writes ? writeFlags : [])];
  return {
    name,
    spec,
    flags: named.map((flag) => {
      const found = all.find((one) => longName(one) === flag);
      if (found === undefined) throw new Error(`${name} has no flag ${flag}`);
      return { flag, spec: found };
    }),
  };
}

/** Commands that are shown as a plan first. */
export const plannedCommands: readonly AgentCommand[] = Object.entries(planned).map(([name, flags]) =>
  agentCommand(name, [...flags, ...plannedByAll]),
);

/** Commands that change nothing. */
export const readCommands: readonly AgentCommand[] = [
  agentCommand("info", ["--package-manager"]),
  agentCommand("providers", []),
  agentCommand("doctor", ["--url"]),
];
