import { packageName } from "../../cli/formats/own-package.js";
import type { Options } from "../../cli/terminal/context.js";

/** What was answered to questions, by flag. */
export interface Answers {
  readonly texts: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly switches: Readonly<Record<string, boolean>>;
}

/** Flags that stand for themselves: they are repeated as they were given. */
const keptTexts = {
  "--server": "server",
  "--base-path": "basePath",
  "--env": "env",
  "--package-manager": "packageManager",
} as const;

/** The command that does the same without a question: answers and flags together, ready to paste. */
export function replay(command: string, options: Options, { texts, switches }: Answers): string {
  const kept = Object.entries(keptTexts).map(([flag, name]) => [flag, options.text(name)] as const);
  const values = [...Object.entries(texts), ...kept].flatMap(([flag, value]) =>
    [value ?? []].flat().map((one) => `${flag} ${quoted(one)}`),
  );
  const isOn = { ...switches, "--no-install": options.isOff("install"), "--force": options.is("force") };
  const flags = Object.entries(isOn).flatMap(([flag, on]) => (on ? [flag] : []));
  // The first command of a project runs before the package is in it.
  const program = command === "init" ? `npx ${packageName}` : "auth";
  return [program, command, "--yes", ...values, ...flags].join(" ");
}

const quoted = (word: string) =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
