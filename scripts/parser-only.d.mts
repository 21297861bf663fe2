import type { Plugin } from "rolldown";

export function parserOnly(root: string): Plugin;
