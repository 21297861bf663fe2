/** A version of Node.js that a file asks for. */
export interface NodeVersion {
  readonly version: string;
  /** Where the line is that says it. */
  readonly offset: number;
}

const patterns: Readonly<Record<string, RegExp>> = {
  Dockerfile: /^\s*FROM\s+(?:\S*\/)?node:(\d+(?:\.\d+)*)/im,
  ".nvmrc": /^v?(\d+(?:\.\d+)*)/,
  ".node-version": /^v?(\d+(?:\.\d+)*)/,
  ".tool-versions": /^nodejs\s+(\d+(?:\.\d+)*)/m,
};

/** Names of the files that say a version. */
export const nodeVersionFiles: readonly string[] = Object.keys(patterns);

export function nodeVersionIn(file: string, text: string): NodeVersion | undefined {
  const match = patterns[file]?.exec(text);
  return match?.[1] === undefined ? undefined : { version: match[1], offset: match.index };
}
