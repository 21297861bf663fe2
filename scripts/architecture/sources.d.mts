import type { Node, SourceFile } from "typescript";

export interface Source {
  readonly file: string;
  readonly lines: number;
  readonly isMade: boolean;
  readonly tree: SourceFile;
  readonly nodes: readonly Node[];
}

export function parseSource(file: string, text: string): Source;
