import type { AboutUser, PluginScope } from "../host/plugin.js";
import { activeRows } from "./recovery-rows.js";
import { browserTable, secretTable } from "./tables.js";

const mostListed = 1000;
const toText = (value: unknown): string | null => (value instanceof Date ? value.toISOString() : null);

/** What the plugin keeps of a user, for the user to see: no secret, no code. */
export async function exportFactor(own: PluginScope, userId: string) {
  const { isOn, since, recoveryCodesLeft } = await stateOf(own, userId);
  const browsers = await own.records(browserTable).list({ userId }, { limit: mostListed });
  return {
    isOn,
    since: toText(since),
    recoveryCodesLeft,
    trustedBrowsers: browsers
      .filter((browser) => browser["userId"] === userId)
      .map(({ createdAt, expires }) => ({ since: toText(createdAt), until: toText(expires) })),
  };
}

export async function aboutFactor(own: PluginScope, userId: string): Promise<AboutUser> {
  const { isOn, recoveryCodesLeft } = await stateOf(own, userId);
  return { secondFactor: { isOn, recoveryCodesLeft } };
}

async function stateOf(own: PluginScope, userId: string) {
  const row = await own.records(secretTable).find({ userId });
  const left = row === undefined ? [] : await activeRows({ own, userId }, String(row["codeSet"]));
  return { isOn: row !== undefined, since: row?.["createdAt"], recoveryCodesLeft: left.length };
}
