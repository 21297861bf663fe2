import type { CompletionWords, CompletionPlace } from "./words.js";

const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Arguments of `complete` that say what the value of a flag can be. */
function valueOf(choice: CompletionWords | undefined): string {
  if (choice === undefined) return "";
  if (choice === "file") return " -rF";
  return choice === "folder" ? " -xa '(__fish_complete_directories)'" : ` -xa ${quote(choice.join(" "))}`;
}

/** A script for fish, sourced or saved as `auth.fish` among the completions. */
export function fish(
  places: readonly CompletionPlace[],
  choices: ReadonlyMap<string, CompletionWords>,
): string {
  const known = places.filter(({ name }) => name !== "");
  const lines = places.flatMap(({ name, words, flags }) => {
    const at = `-n ${quote(`test (__auth_command) = "${name}"`)}`;
    const wordLine = words.length > 0 ? [`complete -c $program ${at} -fa ${quote(words.join(" "))}`] : [];
    const flagLines = flags.map(({ names, help }) => {
      const spelled = names
        .map((one) => (one.startsWith("--") ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`))
        .join(" ");
      return `complete -c $program ${at} ${spelled}${valueOf(choices.get(names.at(-1) ?? ""))} -d ${quote(help)}`;
    });
    return [...wordLine, ...flagLines];
  });
  return `# auth: completion for fish. In config.fish: auth completion fish | source
function __auth_command
    set -l command ""
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim "$command $word")
        switch "$longer"
            case ${known.map(({ name }) => quote(name)).join(" ")}
                set command "$longer"
        end
    end
    echo "$command"
end
for program in auth authwright
complete -c $program -f
${lines.join("\n")}
end
`;
}
