import type { AuthError } from "../errors.js";
import type { InternalProvider } from "./finished-provider.js";
import type { Provider } from "./provider.js";

/** An extension of `Auth`: what a factory of `authwright/plugins/<id>` returns. What it can do may still change. */
export interface Plugin {
  /** In kebab-case, unique among the plugins of a configuration. */
  readonly id: string;
  /** Internal: runs the plugins. It comes with them, so that an app without plugins does not carry it. */
  readonly host: unknown;
}

/** The plugins of a finished configuration. Internal: `plugins/plugin.ts` has all of it, as `PluginHost`. */
export interface ResolvedPlugins {
  readonly providers: readonly Provider[];
  /** What is wrong with the plugins, or with the configuration for them. */
  problem(providers: readonly InternalProvider[]): AuthError | undefined;
}
