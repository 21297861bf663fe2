/** Documents of plugins at `/.well-known/…` (RFC 8615). */
import { type FlowResult, json } from "../../http/flow-result.js";
import type { RequestScope } from "../../types/flow.js";
import type { DefinedPlugin } from "./plugin.js";
import { hostOf, scopeOf } from "./scope.js";

/** @returns undefined: no plugin has one of that name, or nothing to say in it */
export async function answerDocument(
  plugins: readonly DefinedPlugin[],
  { resolved, site }: Pick<RequestScope, "resolved" | "site">,
  name: string,
): Promise<FlowResult | undefined> {
  for (const plugin of plugins) {
    const found = new Map(Object.entries(plugin.documents ?? {})).get(name);
    if (found === undefined) continue;
    try {
      const body = await found.read(scopeOf(plugin, resolved), site);
      return body && json(body, { headers: { "cache-control": `public, max-age=${found.maxAge}` } });
    } catch (thrown) {
      if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
    }
  }
  return undefined;
}
