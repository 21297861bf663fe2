import type { FlagSpec } from "./manifest.js";

/** A flag by its long name, as it is typed: `--max-age`. */
export const longName = ({ flags }: FlagSpec): string => /--[\w-]+/.exec(flags)?.[0] ?? "";
