/** Writes the configuration of a project in another way, as a person could have it. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { variants } from "../../edit/variants.js";
import { authFileIn, type CrossedProject } from "./projects.js";
import { type Setting, type Shape, type Written } from "./shapes.js";

const call = /(?:createAuth|FrameworkAuth|AuthModule\.forRoot)\(\s*(?=\{)/;
const providerImport = /^(?:import GitHub from|const GitHub = require\().*\n/m;

/** Offset behind the brace that closes the one at an offset. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  throw new Error("The object of the configuration has no end");
}

/** Rewrites the configuration that `auth init` wrote, and saves it in one of the spellings. */
export async function writeShape(
  folder: string,
  project: CrossedProject,
  shape: Shape,
  saved: string,
): Promise<void> {
  const file = authFileIn(folder, project);
  const text = await readFile(file, "utf8");
  const vary = variants[saved];
  if (vary === undefined) throw new Error(`No file is saved as ${saved}`);
  const from = call.exec(text);
  if (from === null) throw new Error(`${file} has no configuration`);
  const start = from.index + from[0].length;
  const end = closing(text, start);
  const written = shape.write(settingOf(project, text.slice(start + 1, end - 1)));
  const body = place(text, { start, end, statement: statementOf(text, from.index) }, written);
  await writeFile(file, vary(withImports(body, written)));
  if (written.beside === undefined) return;
  const { name, text: below, imports = "" } = written.beside;
  const provider = providerImport.exec(text)?.[0] ?? "";
  const beside = path.join(path.dirname(file), name + path.extname(file));
  await writeFile(beside, vary(`${imports}${provider}\n${below}`));
}

function settingOf({ type, language, isLazy, isBundled }: CrossedProject, members: string): Setting {
  const isTyped = language === "typed";
  return {
    // Nothing types the parameter of a callback in an object that stands alone.
    members: isTyped
      ? members.replace("({ auth: session })", "({ auth: session }: { auth: { user?: unknown } | null })")
      : members,
    type,
    isTyped,
    isCommonjs: language === "commonjs",
    isLazy: isLazy === true,
    specifier: (name) => `./${name}${isBundled ? "" : ".js"}`,
  };
}

/** Where the statement begins that holds an offset, with the comment above it. */
function statementOf(text: string, at: number): number {
  const line = text.lastIndexOf("\n", at) + 1;
  const comment = text.lastIndexOf("/**", line);
  return comment >= 0 && text.slice(comment, line).trimEnd().endsWith("*/") ? comment : line;
}

const place = (
  text: string,
  { start, end, statement }: { start: number; end: number; statement: number },
  { above = "", argument }: Written,
): string => text.slice(0, statement) + above + text.slice(statement, start) + argument + text.slice(end);

/** Imports stand in front of that of the provider, which goes with the providers. */
const withImports = (text: string, { imports = "", beside }: Written): string =>
  text.replace(providerImport, (provider) => imports + (beside === undefined ? provider : ""));
