import type { AboutRow, AboutText, AboutUse } from "../host/plugin-scope.js";
import type { PluginScope } from "../host/plugin.js";
import type { TwoFactorMessage } from "./messages.js";
import { paths } from "./paths.js";
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

export async function factorOverview(own: PluginScope, userId: string) {
  const { isOn, recoveryCodesLeft } = await stateOf(own, userId);
  return { secondFactor: { isOn, recoveryCodesLeft } };
}

/** The factor, and for the user the way to change it. */
export async function aboutFactor(
  own: PluginScope,
  userId: string,
  use: AboutUse,
): Promise<readonly AboutRow[]> {
  const { isOn, recoveryCodesLeft: count } = await stateOf(own, userId);
  const row: AboutRow = {
    text: told("manageTitle"),
    detail: isOn ? told("left", { count }) : undefined,
    badge: isOn ? { text: told("on"), tone: "good" } : { text: told("off"), tone: "plain" },
    mark: "phone",
  };
  if (use === "admin") return [row];
  const action = isOn
    ? ({ path: paths.manage, label: told("manage"), needsText: true } as const)
    : ({ path: paths.setUp, label: told("switchOn"), needsText: true } as const);
  return [{ ...row, action }];
}

const told = (name: TwoFactorMessage, values: Readonly<Record<string, number>> = {}): AboutText => ({
  name,
  values,
});

async function stateOf(own: PluginScope, userId: string) {
  const row = await own.records(secretTable).find({ userId });
  const left = row === undefined ? [] : await activeRows({ own, userId }, String(row["codeSet"]));
  return { isOn: row !== undefined, since: row?.["createdAt"], recoveryCodesLeft: left.length };
}
