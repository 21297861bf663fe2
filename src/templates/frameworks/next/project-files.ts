/**
 * What a Next.js project says: next.config, and the place of its proxy. Apart from support.ts, which loads those that
 * ask.
 */
import type { ProjectFiles } from "../../../cli/project/files.js";
import path from "node:path";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { majorVersion } from "../../../cli/project/versions.js";

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

/** Whether a page may wait for the request inside of Suspense only. */
export const usesCacheComponents = (files: ProjectFiles): boolean =>
  /^[^/\n]*\bcacheComponents\s*:\s*true/m.test(nextConfig(files));

/** The guard in front of the pages: its name by version, and the one that is there already. */
export function proxyPlace(facts: ConfiguredProject, base: string, code: string) {
  const proxyName = (majorVersion(facts, "next") ?? 16) >= 16 ? "proxy" : "middleware";
  const own = ["proxy", "middleware"]
    .flatMap((name) => ["ts", "js", "mts", "mjs"].map((extension) => `${base}${name}.${extension}`))
    .find((file) => facts.files.exists(file));
  return { proxyName, proxyFile: `${base}${proxyName}.${code}`, own };
}

/** What the proxy's folder is, by the one of a router: `src/` of `src/app`, "" of `app`. */
export const baseOf = (folder: string): string =>
  path.posix.dirname(folder) === "." ? "" : `${path.posix.dirname(folder)}/`;
