/** Everything that the plugin keeps of a user: counted as a way in, deleted, shown. */
import { deleteRows } from "../delete-rows.js";
import type { PluginScope } from "../plugin.js";
import { findPassword } from "./password-rows.js";
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

/** That there is a password, not its hash. */
export async function exportPassword(own: PluginScope, userId: string) {
  const row = await own.records(passwordTable).find({ userId });
  const { changedAt, userName = null } = row ?? {};
  return {
    hasPassword: row !== undefined,
    userName,
    changedAt: changedAt instanceof Date ? changedAt.toISOString() : null,
  };
}
