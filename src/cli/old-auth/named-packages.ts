import { codeOf, mayNameModule } from "../source/syntax/probes.js";
import { countSyntaxErrors } from "../source/syntax/syntax.js";
import { oldPackages } from "./packages.js";
import { locateUses, readableName } from "./statements.js";

/** The old packages that the code of a file names. */
export function namedPackages(file: string, text: string): readonly string[] {
  const likely = oldPackages.filter((name) => mayNameModule(text, name));
  const code = codeOf(file, text);
  if (likely.length === 0 || countSyntaxErrors(code, readableName(file)) > 0) return likely;
  const { statements, mentions } = locateUses(code, readableName(file));
  const specifiers = [...statements, ...mentions].map(({ specifier }) => specifier);
  return likely.filter((name) => specifiers.some((one) => one === name || one.startsWith(`${name}/`)));
}
