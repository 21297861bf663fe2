/** Everything that the plugin keeps of a user: counted as a way in, deleted, shown. */
import { randomHex } from "../../security/random.js";
import type { RecordRow } from "../../types/records.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { deleteRows } from "../host/delete-rows.js";
import { endAllSessions } from "../sessions/end-all-sessions.js";
import type { AboutRow, AboutText, AboutUse, AccountOwner } from "../host/plugin-scope.js";
import type { PluginScope } from "../host/plugin.js";
import { hashPassword } from "./hashes/password-hash.js";
import type { PasswordMessage } from "./messages.js";
import type { PasswordCall } from "./options.js";
import { findPassword, setPassword } from "./password-rows.js";
import { linkTable, passwordTable, signUpTable } from "./tables.js";

/** A password is one way in. */
export const countPasswords = async (own: PluginScope, userId: string): Promise<number> =>
  (await findPassword(own, { userId })) === undefined ? 0 : 1;

/** Links and sign-ups that others have asked for with the address go, too. */
export async function forgetPassword(
  own: PluginScope,
  userId: string,
  address: string | null,
): Promise<void> {
  for (const table of [passwordTable, linkTable]) await deleteRows(own, table, { userId });
  if (address === null) return;
  for (const table of [linkTable, signUpTable]) await deleteRows(own, table, { email: address });
}

/**
 * The address is proven by another way than this plugin's: a password of before, also one of `legacyHash`, may be a
 * stranger's and opens nothing any more. Links and sessions of before end.
 */
export async function endUnprovenPassword(
  { own, settings, resolved }: Pick<PasswordCall, "own" | "settings"> & { readonly resolved: ResolvedConfig },
  userId: string,
): Promise<void> {
  const row = await findPassword(own, { userId });
  if (row !== undefined || settings.legacyHash !== undefined)
    await setPassword(own, userId, await hashPassword(randomHex(32)), row?.version ?? 0);
  await deleteRows(own, linkTable, { userId });
  await endAllSessions(resolved, own, userId);
}

/**
 * That there is a password, not its hash.
 *
 * @param mayBeElsewhere the app keeps passwords of its own, so that nobody knows of a user without a row
 */
export async function exportPassword(own: PluginScope, userId: string, mayBeElsewhere = false) {
  const row = await own.records(passwordTable).find({ userId });
  const { isSet, changedAt } = stateOf(row, mayBeElsewhere);
  const { userName = null } = row ?? {};
  return { hasPassword: isSet, userName, changedAt: changedAt?.toISOString() ?? null };
}

/** Without the user name. @param mayBeElsewhere as above */
export async function passwordOverview(own: PluginScope, userId: string, mayBeElsewhere: boolean) {
  const row = await own.records(passwordTable).find({ userId });
  return { password: stateOf(row, mayBeElsewhere) };
}

/** The password, and for the user the way to another one. @param mayBeElsewhere as above */
export async function aboutPassword(
  own: PluginScope,
  userId: string,
  use: AboutUse,
  mayBeElsewhere: boolean,
): Promise<readonly AboutRow[]> {
  const { isSet, changedAt } = stateOf(await own.records(passwordTable).find({ userId }), mayBeElsewhere);
  const changed = changedAt === null ? undefined : told("changed", { time: changedAt });
  const row: AboutRow = {
    text: told("password"),
    detail: isSet === false ? told("noPassword") : changed,
    mark: "lock",
  };
  if (use === "admin") return [{ ...row, help: { name: "sendReset", value: "" } }];
  const action =
    isSet === false
      ? ({ path: "/password/forgot", label: told("setPassword") } as const)
      : ({ path: "/password/change", label: told("changeTitle") } as const);
  return [{ ...row, action }];
}

/** The address that passwords go with. */
export const addressRow = ({ email }: AccountOwner): AboutRow => ({
  text: told("address"),
  detail: email ?? undefined,
  action: { path: "/password/address", label: told("changeAddress") },
});

const told = (name: PasswordMessage, values: Readonly<Record<string, Date>> = {}): AboutText => ({
  name,
  values,
});

function stateOf(row: RecordRow | undefined, mayBeElsewhere: boolean) {
  const changedAt = row?.["changedAt"];
  return {
    isSet: row === undefined && mayBeElsewhere ? null : row !== undefined,
    changedAt: changedAt instanceof Date ? changedAt : null,
  };
}
