/** Both options as a plugin of the configuration: what they put around its sessions, and the rows that they keep. */
import { definePlugin } from "../plugins/host/define-plugin.js";
import type { DefinedPlugin } from "../plugins/host/plugin.js";
import { watchSessions } from "../plugins/sessions/watch-sessions.js";
import type { ResolvedConfig, SessionStrategy } from "../types/resolved-config.js";
import { keepHint } from "./hint.js";
import { cacheSecondsOf, federatedProviders, listeningProviders } from "./options.js";
import { forgetSessionsOf, notingSessions } from "./provider-sessions.js";
import { tables } from "./tables.js";

export const pluginId = "sign-out";

export function signOutPlugin(resolved: ResolvedConfig): DefinedPlugin {
  const isFederated = federatedProviders(resolved).length > 0;
  const isListening =
    listeningProviders(resolved).length > 0 && resolved.config.adapter?.records !== undefined;
  const watch = watchSessions({ cacheSeconds: cacheSecondsOf(resolved) });
  return definePlugin({
    id: pluginId,
    ...(isListening && { tables, forgetUser: forgetSessionsOf }),
    aroundSessions: (sessions, around) => {
      const watched = isListening ? notingSessions(watch(sessions, around), around) : sessions;
      return isFederated ? keepingHints(watched) : watched;
    },
  });
}

/** An account that is added in a session is none that the session began with. */
const keepingHints = (sessions: SessionStrategy): SessionStrategy => ({
  ...sessions,
  async create(context, signedIn) {
    const { cookies } = await sessions.create(context, signedIn);
    if (signedIn.adds === "session") return { cookies };
    return { cookies: [...cookies, await keepHint(context, signedIn, cookies)] };
  },
});
