/** Opens files of a project for the readers in cli/source, which know no files. */
import type { OpenModule } from "../source/names/names.js";
import type { ProjectFacts } from "./facts.js";
import { readIfText } from "./files.js";
import { importedFile } from "./sources.js";

/** Opens the files that a configuration is made of. */
export const projectModules =
  (facts: ProjectFacts, textOf = (file: string) => readIfText(facts.files, file)?.text): OpenModule =>
  (from, specifier) => {
    const file = importedFile(facts.files, facts.tsconfig, from, specifier);
    const text = file === undefined ? undefined : textOf(file);
    return file === undefined || text === undefined ? undefined : { file, text };
  };
