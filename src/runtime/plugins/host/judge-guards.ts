/** Asks the guards of all plugins about a guarded place. */
import { MissingPlugin } from "../../errors/index.js";
import type { SessionRead } from "../../types/resolved-config.js";
import { answerRefusal } from "./answer-refusal.js";
import type { GuardQuestion, GuardVerdict, PluginRefusal } from "./plugin-host.js";
import type { DefinedPlugin, PluginScope } from "./plugin.js";
import { PluginError } from "./plugin-error.js";
import type { PluginGuard } from "./plugin-guard.js";
import { hostOf, pluginsOf, scopeOf } from "./scope.js";

/** In the order of the plugins, until one refuses. */
export async function judgeGuards(question: GuardQuestion): Promise<GuardVerdict> {
  let verdict: GuardVerdict = { adds: {} };
  for (const plugin of pluginsOf(question.resolved.config)) {
    const said = await unlessOff(plugin, question, (guard, own) => guard.judge(own, question));
    if (said instanceof PluginError) return { refusal: refusalOf(said) };
    if (said !== undefined) verdict = { ...verdict, ...said, adds: { ...verdict.adds, ...said.adds } };
  }
  return verdict;
}

/** By the first plugin that knows what the request shows. */
export async function admitsOf(
  asked: Omit<GuardQuestion, "read">,
): Promise<{ readonly read: SessionRead } | { readonly refusal: PluginRefusal } | undefined> {
  for (const plugin of pluginsOf(asked.resolved.config)) {
    const said = await unlessOff(plugin, asked, (guard, own) => guard.admits?.(own, asked));
    if (said !== undefined)
      return said instanceof PluginError ? { refusal: refusalOf(said) } : { read: said };
  }
  return undefined;
}

const refusalOf = (error: PluginError): PluginRefusal => ({
  code: error.code,
  moved: error.moved,
  answer: (request, place) => answerRefusal(error, request, place),
});

/** @throws MissingPlugin where the place asks for what a plugin without its tables would judge */
async function unlessOff<Answer>(
  plugin: DefinedPlugin,
  { resolved, requirement }: Omit<GuardQuestion, "read">,
  ask: (guard: PluginGuard, own: PluginScope) => Answer,
): Promise<Awaited<Answer> | undefined> {
  const { guard } = plugin;
  if (guard === undefined) return undefined;
  try {
    return await ask(guard, scopeOf(plugin, resolved));
  } catch (thrown) {
    if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
    const wanted = Object.entries(requirement).find(
      ([name, value]) => value !== undefined && guard.options.includes(name),
    );
    if (wanted === undefined) return undefined;
    throw new MissingPlugin(
      `require({ ${wanted[0]} }) asks the plugin "${plugin.id}", which is off: see the log`,
    );
  }
}
