/** What can be typed where: the manifest and the catalogue, laid out for the scripts of the shells. */
import { catalog } from "../../providers/catalog.js";
import { plugins } from "../../templates/plugins/index.js";
import { stores } from "../../templates/stores/index.js";
import { dialects } from "../../templates/stores/kysely/dialects.js";
import { frameworks } from "../../templates/frameworks/index.js";
import {
  commands,
  globalFlags,
  writeFlags,
  type CommandSpec,
  type FlagSpec,
  type Values,
  commandGroups,
} from "../manifest/manifest.js";

/** Words to choose from, or files and folders, which the shell lists itself. */
export type CompletionWords = readonly string[] | "file" | "folder";

export interface CompletionPlace {
  /** Words of the command or group; "" is the program itself. */
  readonly name: string;
  readonly help: string;
  /** Subcommands or values of the argument. */
  readonly words: readonly string[];
  readonly flags: readonly { readonly names: readonly string[]; readonly help: string }[];
}

const lists: Readonly<Record<Exclude<Values, "file" | "folder">, () => readonly string[]>> = {
  provider: () => catalog.map(({ id }) => id),
  plugin: () => plugins.map(({ id }) => id),
  framework: () => frameworks.map(({ id }) => id),
  "package-manager": () => ["npm", "pnpm", "yarn", "bun"],
  session: () => ["jwt", "database"],
  adapter: () => stores.map(({ id }) => id),
  dialect: () => dialects.map(({ id }) => id),
  shell: () => ["bash", "zsh", "fish", "pwsh"],
};

const choiceOf = (values: Values): CompletionWords =>
  values === "file" || values === "folder" ? values : lists[values]();

/** `-C, --cwd <dir>` → `["-C", "--cwd"]`. */
const namesOf = ({ flags }: FlagSpec): string[] => flags.split(", ").map((one) => one.split(" ")[0] ?? one);

const flagsOf = (spec: CommandSpec): readonly FlagSpec[] => [
  ...spec.flags,
  ...(spec.writes ? writeFlags : []),
  ...globalFlags,
];

/** Every place where a word can be completed: the program, the groups, the commands. */
export function places(): readonly CompletionPlace[] {
  const groups = new Map<string, string[]>();
  for (const { name } of commands) {
    const [first = "", second] = name.split(" ");
    if (second) groups.set(first, [...(groups.get(first) ?? []), second]);
  }
  const described = (flags: readonly FlagSpec[]) =>
    flags.map((flag) => ({ names: namesOf(flag), help: flag.help }));
  const help = { names: ["-h", "--help"], help: "show flags and examples" };
  return [
    {
      name: "",
      help: "",
      words: [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? name))],
      flags: [
        ...described(globalFlags),
        help,
        { names: ["-V", "--version"], help: "print name and version" },
      ],
    },
    ...[...groups].map(([name, words]) => ({ name, help: commandGroups[name] ?? "", words, flags: [help] })),
    ...commands.map((spec) => ({
      name: spec.name,
      help: spec.help,
      words: spec.values ? [...choiceOf(spec.values)] : [],
      flags: [...described(flagsOf(spec)), help],
    })),
  ];
}

/** Flags that take a value we know, with the choice; flags of one name take the same values everywhere. */
export function flagChoices(): ReadonlyMap<string, CompletionWords> {
  const found = new Map<string, CompletionWords>();
  for (const flag of [...commands.flatMap(flagsOf), ...globalFlags]) {
    if (flag.values) for (const name of namesOf(flag)) found.set(name, choiceOf(flag.values));
  }
  return found;
}
