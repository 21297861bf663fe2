/** Where an app uses components of this package. */
import { packageName } from "../../cli/formats/own-package.js";
import { readIfText, type ProjectFiles } from "../../cli/project/files.js";
import { listFiles } from "../../cli/project/sources.js";
import { locateTags, type ComponentTag } from "../../cli/source/markup/tags.js";
import type { SourceText } from "../../cli/source/names/names.js";
import { codeOf } from "../../cli/source/syntax/probes.js";
import { readSource } from "../../cli/source/syntax/source-facts.js";
import { isComponent } from "../../cli/source/text/file-names.js";
import { isBlank, lineEnd, lineStart } from "../../cli/source/text/layout.js";
import type { TextEdit } from "../../cli/source/text/text-edit.js";

/** A tag in a file of the app. */
export interface FoundTag extends SourceText {
  readonly tag: ComponentTag;
}

const endings = [".tsx", ".jsx", ".js", ".svelte", ".vue"];

/** Every tag of these components; undefined: one of them cannot be read. */
export function ourTags(files: ProjectFiles, names: readonly string[]): readonly FoundTag[] | undefined {
  const found: FoundTag[] = [];
  for (const file of listFiles(files, (name) => endings.some((ending) => name.endsWith(ending)))) {
    const text = readIfText(files, file)?.text ?? "";
    if (!names.some((name) => text.includes(name))) continue;
    const tags = locateTags(
      text,
      names.filter((name) => isOurs(files, { file, text }, name)),
    );
    if (tags === undefined) return undefined;
    found.push(...tags.map((tag) => ({ file, text, tag })));
  }
  return found;
}

/** Others have components of these names, too. Nuxt finds its components by their names, the app's own first. */
function isOurs(files: ProjectFiles, { file, text }: SourceText, name: string): boolean {
  const { imports } = readSource(codeOf(file, text), isComponent(file) ? `${file}.ts` : file);
  const from = imports.find(({ names }) => Object.values(names).includes(name));
  if (from) return from.specifier.startsWith(`${packageName}/`);
  const isOwn = !listFiles(files, (one) => one === `${name}.vue`).next().done;
  return file.endsWith(".vue") && !isOwn;
}

/** Takes an element out, with its line where nothing else stands there. */
export function withoutLine(text: string, { start, end }: Pick<ComponentTag, "start" | "end">): TextEdit {
  const [from, to] = [lineStart(text, start), lineEnd(text, end)];
  const isAlone = isBlank(text.slice(from, start)) && isBlank(text.slice(end, to));
  return isAlone ? { start: from, end: to, text: "" } : { start, end, text: "" };
}
