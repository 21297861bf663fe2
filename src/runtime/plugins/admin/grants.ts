/**
 * What makes somebody an administrator: a row that the terminal writes. Nothing in a session, a token or a column of the
 * user does.
 *
 * A row holds the user's id, who sat at the terminal (a text that nobody reads but people), and when it was written. It
 * counts from the first sign-in after `createdAt`: whoever holds a session of before has to sign in again. Taking it back
 * is deleting the row; it is over with the next request.
 */
import { knownDate } from "../sessions/session-states.js";
import type { RecordRow, Records } from "../../types/records.js";
import type { PluginScope } from "../host/plugin.js";
import { grantTable } from "./tables.js";

/** What reads and writes rows of the plugin. */
type Own = Pick<PluginScope, "records">;

/** A grant that was read. */
export interface AdminGrant {
  readonly userId: string;
  /** When it was written: what counts is a sign-in after it. */
  readonly createdAt: Date;
}

/**
 * The row of a grant, for the terminal to insert.
 *
 * @param by who sits at the terminal, as the system calls them
 * @example await records(grantTable).insert(grantRow(user.id, os.userInfo().username));
 */
export const grantRow = (userId: string, by: string): RecordRow => ({
  userId,
  grantedBy: by,
  createdAt: new Date(),
});

/** @returns undefined: the user is no administrator. A row without a time that can be read is none. */
export async function grantOf(own: Own, userId: string): Promise<AdminGrant | undefined> {
  const row = await own.records(grantTable).find({ userId });
  // A column that ignores case may find somebody else's.
  if (row === undefined || row["userId"] !== userId) return undefined;
  const createdAt = knownDate(row["createdAt"]);
  return createdAt === null ? undefined : { userId, createdAt };
}

/** Is there a row, whether it counts yet or not? Pages and functions change nothing of such a user. */
export const isAdministrator = async (own: Own, userId: string): Promise<boolean> =>
  (await own.records(grantTable).find({ userId })) !== undefined;

/** Takes the grant back. @returns whether there was one */
export const revokeGrant = async (records: Pick<Records, "consume">, userId: string): Promise<boolean> =>
  (await records.consume({ userId })) !== undefined;
