/** What nobody may choose as a name that stands in addresses: a page or a route has that address already. */
import { firstPart } from "../../http/path.js";
import { patternOf } from "../../http/path-pattern.js";
import type { PluginPath } from "../../types/flow.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { pluginsOf } from "./scope.js";

/**
 * @param page its path below the base path, with the name: `/organizations/:slug`
 * @returns fixed parts that stand in the place of the name, in paths of routes and in addresses of pages
 */
export function reservedParts(
  { config, addresses }: Pick<ResolvedConfig, "config" | "addresses">,
  page: PluginPath,
): ReadonlySet<string> {
  const routes = pluginsOf(config).flatMap((plugin) => plugin.routes ?? []);
  const paths = routes.map(({ path }) => path);
  const address = addresses?.of(page);
  return new Set([...inPlaceOf(page, paths), ...inPlaceOf(address ?? "", addresses?.all ?? [])]);
}

/** Fixed parts of the paths that begin as the pattern does. */
function inPlaceOf(pattern: string, paths: readonly string[]): readonly string[] {
  const prefix = patternOf(pattern)?.[0];
  if (prefix === undefined) return [];
  const rests = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return rests.map(firstPart).filter((part) => !part.startsWith(":"));
}
