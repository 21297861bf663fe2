import type { AuthError } from "../errors/index.js";
import type { PluginHost } from "../plugins/host/plugin-host.js";
import type { Env } from "../settings/env.js";
import type { Adapter } from "./adapter.js";
import type { AnyAuthConfig } from "./config.js";
import type { InternalProvider } from "./finished-provider.js";
import type { Provider } from "./provider.js";

/** An extension of `Auth`: what a factory of `authwright/plugins/<id>` returns. What it can do may still change. */
export interface Plugin {
  /** In kebab-case, unique among the plugins of a configuration. */
  readonly id: string;
  /**
   * @internal Runs the plugins. It comes with them, so that an app without plugins does not carry it. A release whose
   * plugins are made in another way calls it otherwise: those of two releases are not taken together.
   */
  readonly host: (
    config: AnyAuthConfig,
    core: Pick<PluginHost, "strategies">,
    env: Env | undefined,
  ) => PluginHost;
}

/** Makes of a method of a store one that is asked in time, measured, and whose errors quote nothing that it was given. */
export type GuardCall = (
  /** Of the method, for the log and for metrics. */
  name: string,
  /** Whose rows, for the log. */
  table: string,
  method: (...args: unknown[]) => unknown,
) => (...args: unknown[]) => unknown;

/** The plugins of a finished configuration. Internal: `plugins/host/plugin.ts` has all of it, as `PluginHost`. */
export interface ResolvedPlugins {
  readonly providers: readonly Provider[];
  /** A plugin keeps when each session began. */
  readonly keepsSessionTimes: boolean;
  /** Mail providers of the configuration that only send mails, finished. */
  senders(): readonly InternalProvider[];
  /** What is wrong with the plugins, or with the configuration for them. */
  problem(providers: readonly InternalProvider[]): AuthError | undefined;
  /** The rows of plugins in this store, with deadline, log and metrics. */
  recordsOf(adapter: Adapter, guard: GuardCall): Required<Adapter>["records"];
}
