/** Which route of a plugin answers a request, and how it is run. */
import { UnknownAction } from "../../errors/index.js";
import type { ActionRequest } from "../../http/action-request.js";
import { type FlowResult, noStore } from "../../http/flow-result.js";
import { cleanPath, firstPart } from "../../http/path.js";
import { partOf, type PathPattern, patternOf } from "../../http/path-pattern.js";
import type { FlowContext } from "../../types/flow.js";
import type { DefinedPlugin, PluginRoute, PluginTarget } from "./plugin.js";
import { PluginError } from "./plugin-error.js";
import { hostOf, scopeOf } from "./scope.js";

interface OwnedRoute {
  readonly plugin: DefinedPlugin;
  readonly route: PluginRoute;
  /** undefined: no part of its path has a name. */
  readonly pattern: PathPattern | undefined;
}

/** The routes of plugins, by the first part of their paths; a fixed path goes before one with a named part. */
export function routesByPart(plugins: readonly DefinedPlugin[]): ReadonlyMap<string, readonly OwnedRoute[]> {
  const routes = new Map<string, OwnedRoute[]>();
  for (const plugin of plugins)
    for (const route of plugin.routes ?? []) {
      const part = firstPart(route.path);
      const owned = routes.get(part) ?? [];
      routes.set(part, owned);
      const pattern = patternOf(route.path);
      owned[pattern ? "push" : "unshift"]({ plugin, route, pattern });
    }
  return routes;
}

/**
 * @param routes of all plugins: one look for what is the core's
 * @param request its path is below the base path, as it came
 * @returns undefined: it is no path of any plugin
 */
export function findTarget(
  routes: ReturnType<typeof routesByPart>,
  { method, path }: Pick<ActionRequest, "method" | "path">,
): PluginTarget | undefined {
  const owned = routes.get(firstPart(path)) ?? [];
  for (const { route, pattern } of owned) {
    const part = pattern && partOf(pattern, path);
    if (pattern ? part === undefined : route.path !== cleanPath(path)) continue;
    const match = owned.find((each) => each.route.path === route.path && each.route.method === method);
    return {
      action: route.path,
      route: part === "" ? nowhere : match ? routeOf(match, part) : missing(`${method} ${route.path}`),
    };
  }
  return undefined;
}

type FoundRoute = PluginTarget["route"];

const missing = (asked: string): FoundRoute => ({
  flow: () => Promise.reject(new UnknownAction(`There is no ${asked}`)),
});

const routeOf = (owned: OwnedRoute, part: string | undefined): FoundRoute => ({
  csrf: owned.route.method === "POST" && owned.route.csrf === undefined,
  flow: (context) => runRoute(owned, { ...context, part }),
});

/** Nobody's name is written so: escaped, or with other characters. */
const nowhere: FoundRoute = {
  flow: (context) => answer(new PluginError("not-found", "not found"), context),
};

/** What a page or JSON answers where a plugin refuses. */
export async function answer(error: PluginError, context: FlowContext): Promise<FlowResult> {
  const { request, resolved } = context;
  resolved.logger.debug(error.message);
  const { answerRefusal } = await import("./answer-refusal.js");
  const query = request.query().toString();
  const asked = {
    method: request.method,
    target: query === "" ? request.pathname : `${request.pathname}?${query}`,
    header: (name: string) => request.header(name),
  };
  return answerRefusal(error, asked, context);
}

/** What a POST is answered with belongs to who sent it. */
const unstored = (result: FlowResult): FlowResult =>
  result.kind === "json" || result.kind === "html"
    ? { ...result, headers: { ...noStore, ...result.headers } }
    : result;

async function runRoute({ plugin, route }: OwnedRoute, context: FlowContext) {
  const own = scopeOf(plugin, context.resolved);
  const run = async () => {
    const result = await route.flow(context, own);
    return route.method === "POST" ? unstored(result) : result;
  };
  try {
    if (route.throttle === undefined) return await run();
    const { countTries } = await import("./count-tries.js");
    return await countTries(context, plugin.id, run);
  } catch (thrown) {
    if (thrown instanceof PluginError && !("answer" in thrown)) return answer(thrown, context);
    if (hostOf(context.resolved).isOff(plugin, context.resolved.logger, thrown))
      throw new UnknownAction(`There is no ${route.method} ${route.path}: the plugin "${plugin.id}" is off`);
    throw thrown;
  }
}
