/** Another name for a variable, where nothing but sign-in can have read the old one. */
import { namesVariable } from "../../cli/formats/deploy-file.js";
import { listSources } from "../../cli/project/sources.js";
import type { Repair } from "../../cli/findings/finding.js";
import { envOf, textOf, type EnvFile, type Survey } from "../../cli/findings/survey.js";

export function renaming(all: Survey, { path: file }: EnvFile, from: string, to: string): Repair | undefined {
  return envOf(all, to) || isNamedElsewhere(all, from) ? undefined : { kind: "rename", file, from, to };
}

/** In code, or in a file of the project's folder that a tool reads, such as compose.yaml. */
export function isNamedElsewhere({ facts, envFiles }: Survey, name: string): boolean {
  const isEnvFile = (file: string) => envFiles.some(({ path }) => path === file);
  const settings = facts.files
    .list("")
    .filter((file) => !file.endsWith("/") && !file.endsWith(".md") && !isEnvFile(file));
  const files = [...listSources(facts.files), ...settings];
  return files.some((file) => namesVariable(textOf(facts, file), name));
}
