/** Runs the plugins of a configuration: finds their routes, steps and functions, and switches off what has no table. */
import { MissingPlugin } from "../../errors/index.js";
import { sessionIdIn } from "../../security/own-claims.js";
import type { AnyAuthConfig } from "../../types/config.js";
import { askPlugins } from "./ask-plugins.js";
import { findPluginProblem } from "./find-problem.js";
import { findTarget, routesByPart } from "./find-target.js";
import { tellMissingTables } from "./missing-tables.js";
import type { ResolvedConfig, SessionStrategy } from "../../types/resolved-config.js";
import type {
  AroundSessions,
  FunctionCaller,
  DefinedPlugin,
  PluginHost,
  PluginFunction,
  PluginScope,
} from "./plugin.js";
import type { PluginFactor } from "./plugin-factor.js";
import type { FactorQuestion, PluginGuards } from "./plugin-host.js";
import { sendersOf } from "../mail/senders.js";
import type { Env } from "../../settings/env.js";
import { hostOf, pluginsOf, scopeOf } from "./scope.js";
import { sessionInfo } from "../sessions/session-tables.js";
import { wrapRecords } from "./wrap-records.js";

/**
 * @param config its plugins, which may hold what is none
 * @param core what there is without them
 * @param env what the configuration leaves open comes from it; undefined: from nowhere
 */
export function createPluginHost(
  config: AnyAuthConfig,
  { strategies }: Pick<PluginHost, "strategies">,
  env: Env | undefined,
): PluginHost {
  const plugins = pluginsOf(config);
  const senders = sendersOf(config, env);
  const routes = routesByPart(plugins);
  const host: PluginHost = {
    isOff: tellMissingTables(),
    providers: plugins.flatMap(({ providers = [] }) => providers),
    keepsSessionTimes: plugins.some(({ tables = [] }) =>
      tables.some(({ name }) => name === sessionInfo.name),
    ),
    senders,
    problem: (providers) => findPluginProblem(config, [...providers, ...senders()]),
    recordsOf: wrapRecords,
    target: ({ request }) => findTarget(routes, request),
    pageAt: (path) => findTarget(routes, { method: "GET", path })?.action,
    pages: Object.fromEntries(plugins.flatMap(({ addresses = {} }) => Object.entries(addresses))),
    routeParts: routes,
    askSteps: async (...asked) => (await import("../sign-in/steps.js")).askSteps(...asked),
    ...aboutUsers,
    functionOf(name) {
      for (const plugin of plugins) {
        const found = new Map<string, PluginFunction>(Object.entries(plugin.functions ?? {})).get(name);
        if (found !== undefined)
          return (caller, args) =>
            unlessOff(plugin, name, caller, (own) => found.call(caller, own, ...(args as never[])));
      }
      return undefined;
    },
    factor(id) {
      const plugin = plugins.find((each) => each.id === id);
      if (plugin?.factor === undefined) return undefined;
      const { factor } = plugin;
      return {
        path: factor.path,
        isProven: (question) => isProven(plugin, factor, question),
      };
    },
    document: async (...asked) => (await import("./documents.js")).answerDocument(plugins, ...asked),
    guards: guardsOf(plugins),
    strategies: {
      jwt: plugins.reduce(withAround, boundToSession(strategies.jwt)),
      database: plugins.reduce(withAround, strategies.database),
    },
  };
  return plugins.reduce((inner, plugin) => plugin.aroundHost?.(inner, plugins) ?? inner, host);
}

function guardsOf(plugins: readonly DefinedPlugin[]): PluginGuards | undefined {
  const guards = plugins.flatMap(({ guard }) => guard ?? []);
  if (guards.length === 0) return undefined;
  return {
    options: new Set(guards.flatMap(({ options }) => options)),
    assertPossible(question) {
      const problem = guards.map((guard) => guard.findProblem?.(question)).find((each) => each !== undefined);
      if (problem !== undefined) throw problem;
    },
    admits: async (question) => (await import("./judge-guards.js")).admitsOf(question),
    judge: async (judged) => (await import("./judge-guards.js")).judgeGuards(judged),
  };
}

/** What is asked of the plugins, and told to them, about a user. */
const aboutUsers: Pick<
  PluginHost,
  "hasWayIn" | "addressProven" | "accountUnlinked" | "assertMayAdd" | "tellAddition"
> = {
  async hasWayIn(resolved, userId) {
    const kept = await askPlugins(resolved, async ({ waysIn, factor }, own) => {
      const ways = await waysIn?.(own, userId);
      return (ways ?? 0) > 0 || (await factor?.isSetUp?.(own, userId)) === true;
    });
    return [...kept.values()].includes(true);
  },
  async addressProven(resolved, userId, takenBy) {
    await askPlugins(resolved, (plugin, own) =>
      plugin.id === takenBy ? undefined : plugin.addressProven?.(own, userId, resolved),
    );
  },
  async accountUnlinked(resolved, userId, account) {
    await askPlugins(resolved, (plugin, own) => plugin.accountUnlinked?.(own, userId, account));
  },
  async assertMayAdd({ context, signIn: { notes }, isStart }, { id }) {
    const { assertMayChange } = await import("../accounts/authenticators.js");
    const userId = String(id);
    await assertMayChange(context, { userId, notes });
    if (isStart === true) return;
    const { countChange } = await import("../accounts/change-count.js");
    await countChange(context, userId, () => Promise.resolve());
  },
  async tellAddition(context, { provider }, { id }) {
    const { tellChange } = await import("../accounts/authenticators.js");
    // Only passkeys are kept by no provider.
    const of = provider === undefined ? "passkey" : "account";
    return tellChange(context, { userId: String(id), of, is: "added", provider: provider?.name });
  },
};

/** Nobody has the factor of a plugin that is off. */
async function isProven(
  plugin: DefinedPlugin,
  factor: PluginFactor,
  question: FactorQuestion,
): Promise<boolean> {
  const { resolved } = question;
  try {
    return await factor.isProven(question, scopeOf(plugin, resolved));
  } catch (thrown) {
    if (hostOf(resolved).isOff(plugin, resolved.logger, thrown)) return false;
    throw thrown;
  }
}

/** @throws MissingPlugin where a table of the plugin is missing */
async function unlessOff(
  plugin: DefinedPlugin,
  name: string,
  { resolved }: FunctionCaller,
  call: (own: PluginScope) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await call(scopeOf(plugin, resolved));
  } catch (thrown) {
    if (!hostOf(resolved).isOff(plugin, resolved.logger, thrown)) throw thrown;
    throw new MissingPlugin(`auth.${name}: the plugin "${plugin.id}" is off`);
  }
}

/** Plugins ask how old a session is: for them another one of the same user is another one. */
const boundToSession = (sessions: SessionStrategy): SessionStrategy => ({
  ...sessions,
  async sessionBinding(context) {
    // With this strategy it is the token.
    const token = await sessions.shown(context);
    return (token && sessionIdIn(token)) ?? sessions.sessionBinding(context);
  },
});

/** The sessions with what one plugin puts around them. */
function withAround(sessions: SessionStrategy, plugin: DefinedPlugin): SessionStrategy {
  const scope = (resolved: ResolvedConfig) => scopeOf(plugin, resolved);
  const around: AroundSessions = {
    scope,
    async unlessOff(resolved, run) {
      try {
        return await run(scope(resolved));
      } catch (thrown) {
        if (hostOf(resolved).isOff(plugin, resolved.logger, thrown)) return undefined;
        throw thrown;
      }
    },
  };
  return plugin.aroundSessions?.(sessions, around) ?? sessions;
}
