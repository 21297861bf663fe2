/** A project and its modules as they will be after the steps so far. */
import path from "node:path";
import type { ConfiguredProject, ProjectFacts } from "../project/facts.js";
import { hashOf, type ProjectFiles } from "../project/files.js";
import type { PlanBuilder } from "./plan-builder.js";
import { projectModules } from "../project/sources.js";
import type { OpenModule } from "../source/names/names.js";

/** The project as it will be after the steps so far, for steps that read what earlier ones write. */
export function stagedProject<Facts extends ProjectFacts>(builder: PlanBuilder<Facts>): Facts {
  const { facts } = builder;
  const { files } = facts;
  const isNew = (file: string) => !files.exists(file) && builder.changed().includes(file);
  const staged: ProjectFiles = {
    ...files,
    exists: (file) => files.exists(file) || isNew(path.posix.normalize(file)),
    read(file) {
      const name = path.posix.normalize(file);
      const before = files.read(name);
      const text = builder.text(name);
      if (text === undefined || text === before?.text) return before;
      return { realPath: files.place(name), mode: 0o644, ...before, text, hash: hashOf(text) };
    },
    list(folder) {
      const made = builder
        .changed()
        .filter((file) => path.posix.dirname(file) === path.posix.normalize(folder) && isNew(file))
        .map((file) => path.posix.basename(file));
      return [...files.list(folder), ...made];
    },
  };
  return { ...facts, files: staged };
}

/** Opens the files that a configuration is made of, as they are with the steps so far. */
export const stagedModules = (builder: PlanBuilder<ConfiguredProject>): OpenModule =>
  projectModules(builder.facts, (file) => builder.text(file));
