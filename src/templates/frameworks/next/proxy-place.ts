import path from "node:path";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { majorVersion } from "../../../cli/project/versions.js";
import { nextBasePath } from "./config.js";

/** The guard in front of the pages: its name by version, and the one that is there already. */
export function proxyPlace(facts: ConfiguredProject, base: string, code: string) {
  const proxyName = (majorVersion(facts, "next") ?? 16) >= 16 ? "proxy" : "middleware";
  const own = ["proxy", "middleware"]
    .flatMap((name) => ["ts", "js", "mts", "mjs"].map((extension) => `${base}${name}.${extension}`))
    .find((file) => facts.files.exists(file));
  return { proxyName, proxyFile: `${base}${proxyName}.${code}`, own };
}

/** Why built-in pages have no addresses of their own: `auth` in the proxy alone leads from an address to the page. */
export function pagesStay(facts: ConfiguredProject, hasStore: boolean): string | undefined {
  const { own, proxyName } = proxyPlace(facts, baseOf(facts.appDir ?? facts.pagesDir ?? ""), "ts");
  if (own !== undefined) return `${own} is yours`;
  if (nextBasePath(facts.files) !== "") return "next.config has a basePath";
  return hasStore && proxyName === "middleware"
    ? "a middleware with a store runs from Next.js 16 on"
    : undefined;
}

/** What the proxy's folder is, by the one of a router: `src/` of `src/app`, "" of `app`. */
export const baseOf = (folder: string): string =>
  path.posix.dirname(folder) === "." ? "" : `${path.posix.dirname(folder)}/`;
