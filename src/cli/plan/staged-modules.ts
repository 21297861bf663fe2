import type { ConfiguredProject } from "../project/facts.js";
import { projectModules } from "../project/modules.js";
import type { OpenModule } from "../source/names/names.js";
import type { PlanBuilder } from "./plan-builder.js";

/** Opens the files that a configuration is made of, as they are with the steps so far. */
export const stagedModules = (builder: PlanBuilder, project: ConfiguredProject): OpenModule =>
  projectModules(project, (file) => builder.text(file));
