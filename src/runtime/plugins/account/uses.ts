/** When a way to sign in was added and used last. The plugin can do without its table: then nothing is said of it. */
import { sha256Hex } from "#crypto";
import type { Account } from "../../types/entities.js";
import type { RecordRow } from "../../types/records.js";
import type { ResolvedConfig, SignInResult } from "../../types/resolved-config.js";
import { deleteRows } from "../host/delete-rows.js";
import type { PluginScope } from "../host/plugin.js";
import { quietly, unlessMissing } from "./optional-table.js";
import { accountUses } from "./tables.js";

/** What is known of one way. */
export interface WayUse {
  /** null: it was there before anybody looked. */
  readonly addedAt: Date | null;
  readonly lastUsed: Date | null;
}

type Way = Pick<Account, "provider" | "providerAccountId">;
/** Finds what is known of a way. */
export type UseOf = (way: Way) => Promise<WayUse>;

const mostListed = 1000;
/** A way that nobody takes so long is forgotten. */
const keptMs = 2 * 365 * 86_400_000;
const unused: WayUse = { addedAt: null, lastUsed: null };

/** Ids at providers may be longer than a key. */
const idOf = async (userId: string, { provider, providerAccountId }: Way): Promise<string> =>
  sha256Hex(JSON.stringify(["way in", userId, provider, providerAccountId]));

/** Notes a sign-in that is done. */
export type NoteUse = (resolved: ResolvedConfig, own: PluginScope, signedIn: SignInResult) => Promise<void>;

/** With one write. */
export function usesNoter(): NoteUse {
  const note = quietly("when ways to sign in were used");
  return (resolved, own, signedIn) => note(resolved, () => keepUse(own, signedIn));
}

async function keepUse(
  own: PluginScope,
  { user, account, adds, isNewUser = false }: SignInResult,
): Promise<void> {
  if (user.id === undefined) return;
  const userId = String(user.id);
  const { provider } = account;
  const usedAt = new Date();
  const changes = { usedAt, expires: new Date(usedAt.valueOf() + keptMs) };
  const key = { id: await idOf(userId, account) };
  const records = own.records(accountUses);
  if (await records.update(key, { userId }, changes)) return;
  const isAdded = isNewUser || adds !== undefined;
  await records.insert({ ...key, userId, provider, addedAt: isAdded ? usedAt : null, ...changes });
}

const rowsOf = async (own: PluginScope, userId: string): Promise<readonly RecordRow[]> => {
  const rows = await unlessMissing(() => own.records(accountUses).list({ userId }, { limit: mostListed }));
  return (rows ?? []).filter((row) => row["userId"] === userId);
};

const dateOf = (value: unknown): Date | null => (value instanceof Date ? value : null);
const useOf = ({ addedAt, usedAt }: RecordRow): WayUse => ({
  addedAt: dateOf(addedAt),
  lastUsed: dateOf(usedAt),
});

export async function usesOf(own: PluginScope, userId: string): Promise<UseOf> {
  const known = new Map((await rowsOf(own, userId)).map((row) => [String(row["id"]), useOf(row)]));
  return async (way) => known.get(await idOf(userId, way)) ?? unused;
}

/** For the user to see. */
export async function exportUses(own: PluginScope, userId: string) {
  const uses = (await rowsOf(own, userId)).map((row) => {
    const { addedAt, lastUsed } = useOf(row);
    return {
      provider: String(row["provider"]),
      addedAt: addedAt?.toISOString() ?? null,
      lastUsed: lastUsed?.toISOString() ?? null,
    };
  });
  return { uses };
}

export const forgetUses = async (own: PluginScope, userId: string): Promise<void> =>
  unlessMissing(() => deleteRows(own, accountUses, { userId }));

export async function forgetUse(own: PluginScope, userId: string, way: Way): Promise<void> {
  await unlessMissing(async () => own.records(accountUses).consume({ id: await idOf(userId, way) }));
}
