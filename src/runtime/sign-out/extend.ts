/** A configuration whose providers end sessions at their side, or here: loaded with its first request. */
import { AuthError } from "../errors/index.js";
import type { PluginHost } from "../plugins/host/plugin-host.js";
import { wrapRecords } from "../plugins/host/wrap-records.js";
import { jwtSessions } from "../sessions/jwt-session.js";
import { lazyDatabaseSessions } from "../sessions/lazy-database-session.js";
import { defaultDeadlineSeconds } from "../settings/defaults.js";
import { reportOf } from "../settings/metrics.js";
import { guardRecords } from "../settings/store-calls.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import { leave } from "./leave.js";
import { federatedProviders, listeningProviders } from "./options.js";
import { signOutPlugin } from "./plugin.js";
import { unusableReturn } from "./return-to.js";
import { findTarget, routeParts } from "./targets.js";

// A memo table: dropping it changes nothing but time.
const extended = new WeakMap<ResolvedConfig, ResolvedConfig>();

/** The configuration with what `federatedSignOut` and `backchannelLogout` of its providers ask for; made once. */
export function withSignOut(resolved: ResolvedConfig): ResolvedConfig {
  const known = extended.get(resolved);
  if (known !== undefined) return known;
  const made = extend(resolved);
  extended.set(resolved, made);
  return made;
}

function extend(resolved: ResolvedConfig): ResolvedConfig {
  const { config: given, strategy } = resolved;
  const plugin = signOutPlugin(resolved);
  const config = { ...given, plugins: [...(given.plugins ?? []), plugin] };
  const strategies = { jwt: jwtSessions, database: lazyDatabaseSessions() };
  const host = plugin.host(config, { strategies }, undefined);
  const plugins: PluginHost = {
    ...host,
    // Those know the environment.
    senders: resolved.plugins?.senders ?? host.senders,
    target: (scope) => findTarget(resolved, scope.request) ?? host.target(scope),
    routeParts: new Set([...host.routeParts.keys(), ...routeParts(resolved)]),
    ...(federatedProviders(resolved).length > 0 && { leave }),
  };
  return {
    ...resolved,
    config,
    signOut: undefined,
    problem: resolved.problem ?? problemOf(resolved),
    adapter: resolved.adapter && {
      ...resolved.adapter,
      records: resolved.adapter.records ?? recordsOf(resolved),
    },
    plugins,
    sessions: plugins.strategies[strategy],
  };
}

/** The rows of plugins, where no other plugin has asked for them. */
function recordsOf({ config, logger }: ResolvedConfig): ReturnType<typeof wrapRecords> | undefined {
  if (config.adapter?.records === undefined) return undefined;
  const limitMs = (config.deadlineSeconds ?? defaultDeadlineSeconds) * 1000;
  return wrapRecords(config.adapter, guardRecords({ logger, limitMs }, reportOf(config, logger)));
}

function problemOf(resolved: ResolvedConfig): AuthError | undefined {
  for (const provider of federatedProviders(resolved)) {
    const wrong = unusableReturn(provider);
    if (wrong !== undefined)
      return new AuthError(
        `Provider "${provider.id}": federatedSignOut.returnTo takes whole addresses of http and https, as browsers write them, and ${JSON.stringify(wrong)} isn't one`,
      );
  }
  for (const { id, backchannelLogout } of listeningProviders(resolved)) {
    const seconds = typeof backchannelLogout === "object" ? (backchannelLogout.cacheSeconds ?? 0) : 0;
    if (!(seconds >= 0 && seconds <= 3600))
      return new AuthError(
        `Provider "${id}": backchannelLogout.cacheSeconds is a number of seconds from 0 to 3600`,
      );
  }
  return undefined;
}
