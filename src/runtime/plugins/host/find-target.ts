/** Which route of a plugin answers a request, and how it is run. */
import { UnknownAction } from "../../errors/index.js";
import type { ActionRequest } from "../../http/action-request.js";
import { type FlowResult, noStore } from "../../http/flow-result.js";
import { cleanPath } from "../../http/path.js";
import { partOf, patternOf } from "../../http/path-pattern.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { DefinedPlugin, PluginRoute, PluginTarget } from "./plugin.js";
import { PluginError } from "./plugin-error.js";
import { hostOf, scopeOf } from "./scope.js";

interface OwnedRoute {
  readonly plugin: DefinedPlugin;
  readonly route: PluginRoute;
}

/**
 * A fixed path goes before one with a named part.
 *
 * @param request its path is below the base path, as it came
 * @returns undefined: it is no path of any plugin
 */
export function findTarget(
  plugins: readonly DefinedPlugin[],
  { method, path }: Pick<ActionRequest, "method" | "path">,
): PluginTarget | undefined {
  const owned = plugins.flatMap((plugin) => (plugin.routes ?? []).map((route) => ({ plugin, route })));
  const asked = cleanPath(path);
  const fixed = owned.filter(({ route }) => route.path === asked && patternOf(asked) === undefined);
  const [first] = fixed;
  if (first !== undefined) return targetOf(first.route.path, fixed, method);
  for (const { route } of owned) {
    const pattern = patternOf(route.path);
    if (pattern === undefined || !isAlike(route.path, path)) continue;
    const part = partOf(pattern, path);
    const same = owned.filter((each) => each.route.path === route.path);
    const target = targetOf(route.path, same, method, part);
    return part !== undefined ? target : { ...target, route: nowhere };
  }
  return undefined;
}

/** Has a path as many parts as the pattern, of which none is empty, and the fixed ones where they stand? */
function isAlike(pattern: string, path: string): boolean {
  const [wanted, asked] = [pattern.split("/"), path.replace(/\/$/, "").split("/")];
  return (
    wanted.length === asked.length &&
    wanted.every((part, at) => part === asked[at] || (part.startsWith(":") && asked[at] !== ""))
  );
}

/** Nobody's name is written so: escaped, or with other characters. */
const nowhere: PluginTarget["route"] = {
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

/** @param routes of the path, one for each method that it has */
function targetOf(
  action: PluginPath,
  routes: readonly OwnedRoute[],
  method: string,
  part?: string,
): PluginTarget {
  const match = routes.find(({ route }) => route.method === method);
  const route: PluginTarget["route"] =
    match === undefined
      ? { flow: () => Promise.reject(new UnknownAction(`There is no ${method} ${action}`)) }
      : {
          csrf: match.route.method === "POST" && match.route.csrf === undefined ? true : undefined,
          flow: (context) => runRoute(match, part === undefined ? context : { ...context, part }),
        };
  return { action, providerId: undefined, route };
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
