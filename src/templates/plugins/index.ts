/** The plugins that the command line can put into a configuration. A new one is a folder, and a line here. */
import type { AuthConfigModel } from "../../cli/source/configuration/auth-config.js";
import { tables as signOutTables } from "../../runtime/sign-out/tables.js";
import type { RecordTable } from "../../runtime/types/records.js";
import { accessTokens } from "./access-tokens/support.js";
import { account } from "./account/support.js";
import { admin } from "./admin/support.js";
import { organizations } from "./organizations/support.js";
import { password } from "./password/support.js";
import type { PluginSupport } from "./plugin.js";
import { twoFactor } from "./two-factor/support.js";

export const plugins: readonly PluginSupport[] = [
  password,
  twoFactor,
  account,
  accessTokens,
  organizations,
  admin,
];

export const findPlugin = (id: string | undefined): PluginSupport | undefined =>
  plugins.find((one) => one.id === id);

/** What keeps rows: a plugin, or an option of a provider that works as one. */
export type TableKeeper = Pick<PluginSupport, "id" | "tables">;

/** Of providers with the option `backchannelLogout`. */
const signOut: TableKeeper = { id: "sign-out", tables: signOutTables };

/** What keeps rows in a configuration, as far as it can be read. */
export function tableKeepers(
  configuration: Pick<AuthConfigModel, "plugins" | "providers"> | undefined,
): readonly TableKeeper[] {
  const { plugins: present = [], providers = [] } = configuration ?? {};
  const isListening = providers.some(({ options }) =>
    options.some(({ path, value }) => path.split(".")[0] === "backchannelLogout" && value !== "false"),
  );
  return [...present.flatMap(({ id }) => findPlugin(id) ?? []), ...(isListening ? [signOut] : [])];
}

/** The tables of plugins, each once: several plugins may share one. */
export const tablesOf = (chosen: readonly TableKeeper[]): readonly RecordTable[] => [
  ...new Map(chosen.flatMap(({ tables }) => tables.map((table) => [table.name, table] as const))).values(),
];

/** The tables of every plugin. */
export const pluginTables: readonly RecordTable[] = tablesOf(plugins);

/** Those, and the tables of what works as a plugin. */
export const keptTables: readonly RecordTable[] = tablesOf([...plugins, signOut]);
