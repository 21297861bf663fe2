import type { CompletionWords, CompletionPlace } from "./words.js";

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const array = (words: readonly string[]): string => `@(${words.map(quote).join(",")})`;

/** A script for PowerShell, for the profile. Files and folders are left to the shell. */
export function pwsh(
  places: readonly CompletionPlace[],
  choices: ReadonlyMap<string, CompletionWords>,
): string {
  const values = [...choices].filter((one): one is [string, readonly string[]] => typeof one[1] !== "string");
  return `# auth: completion for PowerShell. In $PROFILE: auth completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName auth, authwright -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @{
${places.map(({ name, words }) => `    ${quote(name)} = ${array(words)}`).join("\n")}
  }
  $flags = @{
${places.map(({ name, flags }) => `    ${quote(name)} = ${array(flags.flatMap(({ names }) => names))}`).join("\n")}
  }
  $values = [System.Collections.Hashtable]::new([System.StringComparer]::Ordinal)
${values.map(([flag, list]) => `  $values[${quote(flag)}] = ${array(list)}`).join("\n")}
  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }
  $command = ''
  foreach ($word in $typed) {
    $longer = ($command + ' ' + $word).Trim()
    if ($words.ContainsKey($longer)) { $command = $longer }
  }
  $previous = if ($typed.Count -gt 0) { $typed[-1] } else { '' }
  $list = if ($values.ContainsKey($previous)) { $values[$previous] }
    elseif ($wordToComplete.StartsWith('-')) { $flags[$command] }
    else { $words[$command] }
  $list | Where-Object { $_.StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}
