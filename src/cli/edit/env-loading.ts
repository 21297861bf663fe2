/** The line with which a server reads its env file, as `auth init` writes it. */
import { insertBlock } from "./server-file.js";
import { addImports } from "./imports.js";
import type { EditResult } from "../source/text/text-edit.js";
import { detectStyle } from "../source/text/text-style.js";
import { firstSyntaxError, locateModule } from "../source/syntax/syntax.js";
import { lineAt } from "../source/text/layout.js";

export function loadEnvFile(text: string, file: string): EditResult {
  const error = firstSyntaxError(text, file);
  if (error !== undefined)
    return { kind: "manual", line: lineAt(text, error), why: "the file has a syntax error" };
  const place = locateModule(text, file);
  const style = detectStyle(text);
  const imports = place.names.has("existsSync") ? [] : [{ specifier: "node:fs", names: ["existsSync"] }];
  const { quote, eol } = style;
  const env = `${quote}.env${quote}`;
  const line = `if (existsSync(${env})) process.loadEnvFile(${env})${style.semicolons ? ";" : ""}${eol}`;
  return {
    kind: "edits",
    edits: [...addImports(text, place, imports, style), insertBlock(text, place.after, line, style)],
  };
}
