/** What a file exports, by the forms of all module systems. Loads the TypeScript parser. */
import { Names, type OpenModule, type SourceText } from "./names.js";

/** Whether a file exports a value by a name, its own or one that it passes on. */
export function exportsName(source: SourceText, name: string, open: OpenModule): boolean {
  const names = new Names(open);
  return names.exported(names.source(source), name) !== undefined;
}
