/** The plugins that the command line can put into a configuration. A new one is a folder, and a line here. */
import type { RecordTable } from "../../runtime/types/records.js";
import { accessTokens } from "./access-tokens/support.js";
import { account } from "./account/support.js";
import { password } from "./password/support.js";
import type { PluginSupport } from "./plugin.js";
import { twoFactor } from "./two-factor/support.js";

export const plugins: readonly PluginSupport[] = [password, twoFactor, account, accessTokens];

export const findPlugin = (id: string | undefined): PluginSupport | undefined =>
  plugins.find((one) => one.id === id);

/** The tables of plugins, each once: several plugins may share one. */
export const tablesOf = (chosen: readonly PluginSupport[]): readonly RecordTable[] => [
  ...new Map(chosen.flatMap(({ tables }) => tables.map((table) => [table.name, table] as const))).values(),
];

/** The tables of every plugin. */
export const pluginTables: readonly RecordTable[] = tablesOf(plugins);
