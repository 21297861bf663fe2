import { createPluginHost } from "./create-plugin-host.js";
import type { DefinedPlugin, PluginDefinition } from "./plugin.js";

/** Makes a plugin of what it declares. */
export const definePlugin = (definition: PluginDefinition): DefinedPlugin =>
  Object.freeze({ ...definition, host: createPluginHost });
