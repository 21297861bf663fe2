/** Takes the entry of one plugin out of its file. Loads the TypeScript parser, so import it lazily. */
import type { PluginCut } from "../source/providers/plugins-place.js";
import { unusedImport } from "../source/providers/provider-removal.js";
import { cutItem } from "./comma-list.js";
import { editsOf } from "./provider-entry.js";
import { splice } from "../source/text/text-edit.js";

/** @returns the file without the entry and the imports that only it had used */
export function removePluginCut({ file, text: before, list, item, names }: PluginCut): string {
  let text = splice(before, cutItem(before, list, item));
  for (;;) {
    const unused = unusedImport(text, file, names, names);
    if (!unused) return text;
    text = splice(text, editsOf(text, unused));
  }
}
