/** The row of a user's password. */
import type { PluginScope } from "../host/plugin.js";
import { hashPassword, isCurrentHash } from "./hashes/password-hash.js";
import { passwordTable } from "./tables.js";

export interface PasswordRow {
  readonly userId: string;
  readonly hash: string;
  readonly userName: string | undefined;
  readonly version: number;
}

type Key = { readonly userId: string } | { readonly userName: string };

/** @returns undefined where there is none: the user signs in by other ways */
export async function findPassword(own: PluginScope, key: Key): Promise<PasswordRow | undefined> {
  const row = await own.records(passwordTable).find({ ...key });
  if (row === undefined) return undefined;
  const { userId, hash, userName, version } = row;
  return {
    userId: String(userId),
    hash: String(hash),
    userName: userName === null ? undefined : String(userName),
    version: Number(version),
  };
}

/**
 * Gives a user a password in place of the one that was read.
 *
 * @param before version of that one; 0: there was none
 * @returns false when another change came first
 */
export async function setPassword(
  own: PluginScope,
  userId: string,
  hash: string,
  before: number,
): Promise<boolean> {
  const changes = { hash, version: before + 1, changedAt: new Date() };
  const rows = own.records(passwordTable);
  if (before === 0) return (await rows.insert({ ...changes, userId })) === "inserted";
  return rows.update({ userId }, { version: before }, changes);
}

/** A password and, unless somebody else has it by now, a user name for a user who was just made. */
export async function insertPassword(
  own: PluginScope,
  userId: string,
  { hash, userName }: { readonly hash: string; readonly userName: string | undefined },
): Promise<void> {
  const rows = own.records(passwordTable);
  const row = { userId, hash, version: 1, changedAt: new Date() };
  if (userName !== undefined && (await rows.insert({ ...row, userName })) === "inserted") return;
  await rows.insert(row);
}

/** A right password whose hash is an older one, or the app's own, is hashed anew. */
export async function renewHash(
  own: PluginScope,
  { userId, row, stored }: { userId: string; row: PasswordRow | undefined; stored: string },
  password: string,
): Promise<void> {
  if (row !== undefined && (await isCurrentHash(stored))) return;
  const hash = await hashPassword(password);
  if (row === undefined) await setPassword(own, userId, hash, 0);
  // As the same password: links that were mailed stay good.
  else await own.records(passwordTable).update({ userId }, { version: row.version, hash: stored }, { hash });
}
