import type { ProjectFiles } from "../../../cli/project/files.js";

/** The file of next.config, whatever its extension. */
export const nextConfigFile = (files: ProjectFiles): string | undefined =>
  ["ts", "js", "mjs", "mts", "cjs"].map((one) => `next.config.${one}`).find((file) => files.exists(file));

/** The text of next.config, whatever its extension; empty without one. It is read, never run. */
export const nextConfig = (files: ProjectFiles): string =>
  ["ts", "js", "mjs", "mts", "cjs"].map((one) => files.read(`next.config.${one}`)?.text ?? "").join("\n");

/**
 * `basePath` of next.config, "" without one: Next puts it in front of every address, and takes it off before a route
 * sees it.
 */
export const nextBasePath = (files: ProjectFiles): string =>
  /^[^/\n]*\bbasePath\s*:\s*["'](\/[^"']*)["']/m.exec(nextConfig(files))?.[1]?.replace(/\/+$/, "") ?? "";
