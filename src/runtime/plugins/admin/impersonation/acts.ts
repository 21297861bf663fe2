/** Rows of who acts for whom. One is open from the press of a button until Stop, its minutes, or what ends it before. */
import { sha256Hex } from "#crypto";
import { randomHex } from "../../../security/random.js";
import type { RecordRow } from "../../../types/records.js";
import type { PluginScope } from "../../host/plugin.js";
import { impersonationTable } from "../tables.js";

type Own = Pick<PluginScope, "records">;

/** Who acts for whom, or has. */
export interface Act {
  readonly id: string;
  readonly adminId: string;
  readonly userId: string;
  readonly reason: string;
  readonly createdAt: Date;
  readonly endsAt: Date;
}

interface KeptAct extends Act {
  /** null: by its minutes, or not yet. */
  readonly endedAt: Date | null;
}

const keptMs = 400 * 86_400_000;
const digitsOfTime = 10;
const mostOpen = 100;
const mostKept = 1000;

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

/** One about this user, over or not. @returns undefined: there is none */
export async function actAbout(
  own: Own,
  { id, userId }: Pick<Act, "id" | "userId">,
): Promise<(Act & { readonly isOpen: boolean }) | undefined> {
  const row = await own.records(impersonationTable).find({ id });
  const act = row && keptAct(row);
  return act?.userId === userId ? { ...act, isOpen: openAct(row ?? {}) !== undefined } : undefined;
}

/** Whoever acts for this user now. */
export async function actsFor(own: Own, userId: string): Promise<readonly Act[]> {
  const page = { limit: mostOpen, newestFirst: true } as const;
  const rows = await own.records(impersonationTable).list({ userId }, page);
  return rows.flatMap((row) => openAct(row) ?? []);
}

/** Whoever has acted for this user within the days that rows are kept, the last one first. */
export async function actsOf(own: Own, userId: string): Promise<readonly KeptAct[]> {
  const page = { limit: mostKept, newestFirst: true } as const;
  return (await own.records(impersonationTable).list({ userId }, page)).flatMap((row) => keptAct(row) ?? []);
}

/** Ends what somebody does for a user, and tells it. */
export async function endAct(own: PluginScope, { id, adminId, userId }: Act): Promise<void> {
  const isEnded = await own
    .records(impersonationTable)
    .update({ id }, { endedAt: null }, { endedAt: new Date() });
  if (isEnded) await own.record({ action: "impersonation.ended", userId, by: adminId });
}

/** Nobody acts for this user any more, whatever comes back: what is over stays over. */
export async function endActsFor(own: PluginScope, userId: string): Promise<void> {
  for (const act of await actsFor(own, userId)) await endAct(own, act);
}

function openAct(row: RecordRow): Act | undefined {
  const act = row["endedAt"] === null ? keptAct(row) : undefined;
  return act && act.endsAt.valueOf() > Date.now() ? act : undefined;
}

/** @returns undefined: it cannot be read, and is over */
function keptAct({
  id,
  adminId,
  userId,
  reason,
  createdAt,
  endsAt,
  endedAt,
}: RecordRow): KeptAct | undefined {
  if (!(endsAt instanceof Date) || !(createdAt instanceof Date)) return undefined;
  const texts = { id: String(id), adminId: String(adminId), userId: String(userId), reason: String(reason) };
  return { ...texts, createdAt, endsAt, endedAt: endedAt instanceof Date ? endedAt : null };
}
