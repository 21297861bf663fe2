import type { Place } from "./measure.mjs";
import type { Project } from "./project.mjs";

export function modulesInTypeCycles(project: Project): readonly Place[];
