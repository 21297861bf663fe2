import type { Plugin } from "esbuild";

export function parserOnly(root: string): Plugin;
