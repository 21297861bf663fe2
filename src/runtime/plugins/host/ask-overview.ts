/** What plugins say of a user as data. */
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "./ask-plugins.js";

/** Readers of the JSON were promised these from the first release on, whether their plugin is there or not. */
const promised = { password: null, secondFactor: null };

/** The members of the account's JSON that are not of the plugin `account`. Of a plugin that is off they are null, or missing. */
export async function askOverview(
  resolved: ResolvedConfig,
  userId: string,
): Promise<Readonly<Record<string, unknown>>> {
  const told = await askPlugins(resolved, (plugin, own) => plugin.overview?.(own, userId));
  return Object.assign({ ...promised }, ...told.values());
}
