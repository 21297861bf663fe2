import type { Project } from "./project.mjs";

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly value: number;
}

/** Area → measure → number. */
export type Figures = Readonly<Record<string, Readonly<Record<string, number>>>>;

export function measure(project: Project): {
  readonly places: Readonly<Record<string, readonly Place[]>>;
  readonly figures: Figures;
};

export const measures: readonly { readonly id: string }[];
