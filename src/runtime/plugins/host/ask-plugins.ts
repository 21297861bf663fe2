/** Asks every plugin of a configuration for the same thing. */
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { DefinedPlugin, PluginScope } from "./plugin.js";
import { hostOf, pluginsOf, scopeOf } from "./scope.js";

/**
 * One after the other, in the order of the configuration.
 *
 * @param ask undefined, or a promise of it: the plugin has nothing to say
 * @returns plugin's id → its answer, without those that had none, or whose tables are missing
 * @throws what a plugin throws otherwise; those behind it are not asked then
 */
export async function askPlugins<Answer>(
  resolved: ResolvedConfig,
  ask: (plugin: DefinedPlugin, own: PluginScope) => Promise<Answer> | undefined,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const plugin of pluginsOf(resolved.config)) {
    try {
      const answer = await ask(plugin, scopeOf(plugin, resolved));
      if (answer !== undefined) answers.set(plugin.id, answer);
    } catch (thrown) {
      if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
    }
  }
  return answers;
}
