import type { CompletionWords, CompletionPlace } from "./words.js";

/** `compgen` splits its list at IFS, which is a line break outside, so that file names keep their spaces. */
const among = (words: readonly string[]): string => `IFS=' '; compgen -W '${words.join(" ")}' -- "$cur"`;

const list = (choice: CompletionWords): string => {
  if (choice === "file") return 'compgen -f -- "$cur"';
  return choice === "folder" ? 'compgen -d -- "$cur"' : among(choice);
};

/** A script for bash, to be sourced. */
export function bash(
  places: readonly CompletionPlace[],
  choices: ReadonlyMap<string, CompletionWords>,
): string {
  const known = places.filter(({ name }) => name !== "");
  return `# auth: completion for bash. In ~/.bashrc: source <(auth completion bash)
_auth() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "\${command:+$command }\${COMP_WORDS[i]}" in
      ${known.map(({ name }) => `"${name}"`).join("|")}) command="\${command:+$command }\${COMP_WORDS[i]}" ;;
    esac
  done
  local IFS=$'\\n'
  case $prev in
${[...choices].map(([flag, choice]) => `    ${flag}) COMPREPLY=($(${list(choice)})); return ;;`).join("\n")}
  esac
  case $command in
${places
  .map(({ name, words, flags }) => {
    const all = flags.flatMap(({ names }) => names);
    return `    "${name}") if [[ $cur == -* ]]; then COMPREPLY=($(${among(all)})); else COMPREPLY=($(${among(words)})); fi ;;`;
  })
  .join("\n")}
  esac
}
complete -F _auth auth authwright
`;
}
