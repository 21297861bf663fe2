import type { OpenModule } from "../../src/cli/source/names/names.js";
import type { ProjectFiles } from "../../src/cli/project/files.js";
import { importedFile } from "../../src/cli/project/sources.js";

/** Files of a project that are texts, by path. */
export const textFiles = (files: Readonly<Record<string, string>>): ProjectFiles => ({
  root: "/",
  exists: (file) => file in files,
  read: (file) => {
    const text = files[file];
    return text === undefined ? undefined : { realPath: file, text, hash: "", mode: 0o644 };
  },
  list: () => [],
  place: (file) => file,
  seen: () => [],
  closed: () => [],
});

/** Opens imports between texts by path, with the alias of a default Next.js project. */
export function openTexts(files: Readonly<Record<string, string>>): OpenModule {
  const project = textFiles(files);
  const config = { path: "tsconfig.json", aliases: [{ pattern: "@/*", target: "./*" }] };
  return (from, specifier) => {
    const file = importedFile(project, config, from, specifier);
    const text = file === undefined ? undefined : files[file];
    return file === undefined || text === undefined ? undefined : { file, text };
  };
}
