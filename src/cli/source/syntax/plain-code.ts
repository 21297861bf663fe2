import { withoutSeparators } from "../text/layout.js";
import { ts } from "./syntax.js";

const exporting = "export ";

/** A declaration without types, comments, `export`, blanks, line ends and kinds of quotes: equal where it does the same. */
export function plainCode(code: string): string {
  const compilerOptions = {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    removeComments: true,
  };
  // What exports nothing is taken for a script, and gets a line of its own.
  const exported = code.startsWith(exporting) ? code : exporting + code;
  const { outputText } = ts.transpileModule(exported, { compilerOptions });
  return withoutSeparators(outputText.slice(exporting.length)).replaceAll("'", '"');
}
