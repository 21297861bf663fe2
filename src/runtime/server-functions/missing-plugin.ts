import { MissingPlugin } from "../errors/index.js";

/** What is thrown for what only plugins can do. */
export const missingPlugin = (called: string): MissingPlugin =>
  new MissingPlugin(`${called} needs a plugin, and no plugin of this configuration provides it`);
