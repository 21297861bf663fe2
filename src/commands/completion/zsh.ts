import type { CompletionWords, CompletionPlace } from "./words.js";

const add = (choice: CompletionWords): string =>
  choice === "file" ? "_files" : choice === "folder" ? "_files -/" : `compadd -- ${choice.join(" ")}`;

/** Text inside single quotes of `_describe`, where a colon separates word and description. */
const quote = (text: string): string => text.replaceAll("'", "'\\''").replaceAll(":", "\\:");

/** A script for zsh: sourced, or as `_auth` in a folder of `fpath`. */
export function zsh(
  places: readonly CompletionPlace[],
  choices: ReadonlyMap<string, CompletionWords>,
): string {
  const known = places.filter(({ name }) => name !== "");
  return `#compdef auth authwright
# auth: completion for zsh. In ~/.zshrc, after compinit: source <(auth completion zsh)
_auth() {
  local command="" word
  for word in \${words[2,CURRENT-1]}; do
    case "\${command:+$command }$word" in
      ${known.map(({ name }) => `"${name}"`).join("|")}) command="\${command:+$command }$word" ;;
    esac
  done
  case \${words[CURRENT-1]} in
${[...choices].map(([flag, choice]) => `    ${flag}) ${add(choice)}; return ;;`).join("\n")}
  esac
  local -a flags
  case $command in
${places
  .map(({ name, words, flags }) => {
    const described = flags
      .flatMap(({ names, help }) => names.map((one) => `'${one}:${quote(help)}'`))
      .join(" ");
    return `    "${name}") flags=(${described}); if [[ \${words[CURRENT]} == -* ]]; then _describe flag flags; ${words.length > 0 ? `else compadd -- ${words.join(" ")}; ` : ""}fi ;;`;
  })
  .join("\n")}
  esac
}
if [[ \${funcstack[1]} == _auth ]]; then _auth "$@"; else compdef _auth auth authwright; fi
`;
}
