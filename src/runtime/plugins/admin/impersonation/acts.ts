/** Rows of who acts for whom. One is open from the press of a button until Stop, its minutes, or what ends it before. */
import { sha256Hex } from "#crypto";
import { randomHex } from "../../../security/random.js";
import type { RecordRow } from "../../../types/records.js";
import type { PluginScope } from "../../host/plugin.js";
import { impersonationTable } from "../tables.js";

type Own = Pick<PluginScope, "records">;

/** Who acts for whom. */
export interface Act {
  readonly id: string;
  readonly adminId: string;
  readonly userId: string;
  readonly reason: string;
  readonly createdAt: Date;
  readonly endsAt: Date;
}

const keptMs = 400 * 86_400_000;
const digitsOfTime = 10;
const mostOpen = 100;

/** @returns the row, and the key that opens it: the table holds its hash */
export async function beginAct(
  own: Own,
  { minutes, ...who }: Pick<Act, "adminId" | "userId" | "reason"> & { readonly minutes: number },
): Promise<{ readonly act: Act; readonly key: string }> {
  const key = randomHex(32);
  const now = Date.now();
  const act = {
    ...who,
    id: now.toString(36).padStart(digitsOfTime, "0") + randomHex(8),
    createdAt: new Date(now),
    endsAt: new Date(now + minutes * 60_000),
  };
  const row = { ...act, sessionHash: await sha256Hex(key), endedAt: null, expires: new Date(now + keptMs) };
  if ((await own.records(impersonationTable).insert(row)) === "taken")
    throw new Error("A random key was taken");
  return { act, key };
}

/** @returns undefined: there is none, or it is over */
export async function openRow(own: Own, key: string): Promise<Act | undefined> {
  const row = await own.records(impersonationTable).find({ sessionHash: await sha256Hex(key) });
  return row && openAct(row);
}

/** Whoever acts for this user now. */
export async function actsFor(own: Own, userId: string): Promise<readonly Act[]> {
  const page = { limit: mostOpen, newestFirst: true } as const;
  const rows = await own.records(impersonationTable).list({ userId }, page);
  return rows.flatMap((row) => openAct(row) ?? []);
}

/** @param id of the row @param userId whom somebody has to act for; left out: anybody */
export async function endRow(own: Own, { id, userId }: Pick<Act, "id"> & Partial<Act>): Promise<boolean> {
  const expected = { endedAt: null, ...(userId !== undefined && { userId }) };
  return own.records(impersonationTable).update({ id }, expected, { endedAt: new Date() });
}

function openAct({ id, adminId, userId, reason, createdAt, endsAt, endedAt }: RecordRow): Act | undefined {
  // What cannot be read is over.
  if (endedAt !== null || !(endsAt instanceof Date) || !(createdAt instanceof Date)) return undefined;
  if (endsAt.valueOf() <= Date.now()) return undefined;
  const texts = { id: String(id), adminId: String(adminId), userId: String(userId), reason: String(reason) };
  return { ...texts, createdAt, endsAt };
}
