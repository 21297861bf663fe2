import { createPluginHost } from "./host.js";
import type { Plugin, PluginDefinition } from "./plugin.js";

/** Makes a plugin of what it declares. */
export const definePlugin = (definition: PluginDefinition): Plugin =>
  Object.freeze({ ...definition, host: createPluginHost });
