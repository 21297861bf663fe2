import type { Project } from "./project.mjs";

export function roomOf(file: string): string;
/** Room → room that it imports values of → the imports. */
export function roomImports(project: Project): ReadonlyMap<string, ReadonlyMap<string, readonly unknown[]>>;
