import type { Source } from "./sources.mjs";

export interface Project {
  readonly sources: readonly Source[];
  readonly entryPoints: readonly string[];
  readonly aliases: Readonly<Record<string, string>>;
}

export function readProject(root: string): Project;
