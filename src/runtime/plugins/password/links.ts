/** Links that belong to a user: good for the address and the password that the user had when they were mailed. */
import type { AdapterUser } from "../../types/adapter.js";
import { findByToken, type FoundRow, textOf } from "./one-time-tokens.js";
import type { PasswordCall } from "./options.js";
import { storeOf } from "./store.js";
import { linkTable } from "./tables.js";

export interface OpenedLink extends FoundRow {
  readonly token: string;
  readonly user: AdapterUser;
  /** Of the password at that time; 0: there was none. */
  readonly version: number;
  /** The address to change to; undefined: the link is for a new password. */
  readonly newEmail: string | undefined;
}

/** @returns undefined for a link that is used, too old, of a user who is gone, or of another address than today's */
export async function openLink(call: PasswordCall, token: unknown): Promise<OpenedLink | undefined> {
  const found = await findByToken(call, linkTable, token);
  if (found === undefined || typeof token !== "string") return undefined;
  const { row } = found;
  const user = await storeOf(call).getUser(textOf(row, "userId") ?? "");
  if (user === null || user.email !== textOf(row, "email")) return undefined;
  return { ...found, token, user, version: Number(row["version"]), newEmail: textOf(row, "newEmail") };
}
