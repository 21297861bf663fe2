import { MissingPlugin } from "../errors.js";
import type { PluginHost } from "../plugins/plugin.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

/** What is thrown for what only plugins can do. */
export const missingPlugin = (called: string): MissingPlugin =>
  new MissingPlugin(`${called} needs a plugin, and no plugin of this configuration provides it`);

/** Does a session have the factor that a guard asks for? @throws MissingPlugin when no plugin can tell */
export function hasFactor(
  { plugins }: Pick<ResolvedConfig, "plugins">,
  ...asked: Parameters<NonNullable<PluginHost["hasFactor"]>>
): boolean {
  const judge = (plugins as PluginHost | undefined)?.hasFactor;
  if (judge === undefined) throw missingPlugin("require({ factor })");
  return judge(...asked);
}
