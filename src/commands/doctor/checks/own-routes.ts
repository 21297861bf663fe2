/** Routes of the app that begin as an endpoint of sign-in does. */
import { supportOf } from "../../../templates/frameworks/index.js";
import { endpointBase } from "../../../cli/plan/places.js";
import { isEndpoint } from "../../../cli/source/routes/endpoint-paths.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";

/** Of a route and an endpoint at one address one is never reached: which one, the framework and the order decide. */
export async function checkOwnRoutes(all: Survey): Promise<readonly Finding[]> {
  const { framework, facts, configuration } = all;
  if (framework === undefined) return [];
  const { routes, mountedIn } = supportOf(framework);
  const base = (await mountedIn?.(all)) ?? (await endpointBase(facts, framework));
  const plugins = (configuration?.plugins ?? []).flatMap(({ id }) => id ?? []);
  return ((await routes?.(all)) ?? []).flatMap(({ isUnanswered, isUnread, method, path, file, line }) => {
    if (isUnanswered || isUnread || !isEndpoint(path, base, plugins)) return [];
    const message = `${method} ${path} begins as an endpoint of sign-in below ${base}: one of the two is never reached.`;
    return [finding("AUTH_D_ROUTE_HIDDEN", { path: file, line, message })];
  });
}
