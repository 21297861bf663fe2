/**
 * Rows of bans. One holds for a user until it is taken back or its day has come. It outlives the user: what they signed in
 * with stands as keyed hashes in rows of its own, for 400 days.
 */
import { hashToken } from "../../security/hash.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Account } from "../../types/entities.js";
import type { RecordRow } from "../../types/records.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";
import { banTable } from "./tables.js";

/** What reads and writes rows of the plugin. */
type Own = Pick<PluginScope, "records">;

/** What a ban says. */
export interface Ban {
  readonly reason: string;
  /** null: until it is taken back. */
  readonly expires: Date | null;
}

const keptMs = 400 * 86_400_000;

/** What somebody signs in with. */
interface SignedInWith {
  readonly userId?: string | undefined;
  readonly address?: string | null | undefined;
  readonly account?: Pick<Account, "provider" | "providerAccountId"> | undefined;
}

/** @returns undefined: the user is not banned, or no more */
export async function banOf(own: Own, userId: string): Promise<Ban | undefined> {
  const row = await own.records(banTable).find({ userId });
  return row !== undefined && row["userId"] === userId ? openBan(row) : undefined;
}

export const isBanned = async (own: Own, userId: string): Promise<boolean> =>
  (await banOf(own, userId)) !== undefined;

function openBan({ reason, expires }: RecordRow): Ban | undefined {
  // A date that cannot be read keeps them out.
  const end = expires instanceof Date ? expires : null;
  return end !== null && end.valueOf() <= Date.now() ? undefined : { reason: String(reason), expires: end };
}

/** Writes the row; a ban that is there gets what this one says. */
export async function keepBan(
  own: Own,
  userId: string,
  { reason, expires, by }: Ban & { readonly by: string | null },
): Promise<void> {
  const row = { reason, expires, bannedBy: by, createdAt: new Date() };
  const bans = own.records(banTable);
  if ((await bans.insert({ userId, ...row })) === "taken") await bans.update({ userId }, {}, row);
}

/** Takes a ban back. @returns whether there was one */
export const endBan = async (own: Own, userId: string): Promise<boolean> =>
  (await own.records(banTable).consume({ userId })) !== undefined;

/** Is anything of it banned: the user, or what a banned user has left behind? */
export async function isKeptOut(
  own: Own,
  { acceptedSecrets }: Pick<ResolvedConfig, "acceptedSecrets">,
  { userId, ...left }: SignedInWith,
): Promise<boolean> {
  const hashes = await Promise.all(acceptedSecrets.map((secret) => hashesOf(left, secret)));
  const keys = [...(userId === undefined ? [] : [userId]), ...hashes.flat()];
  const banned = await Promise.all(keys.map((key) => isBanned(own, key)));
  return banned.includes(true);
}

/** The user is about to go, or is gone: the ban goes on by what they have signed in with. */
export async function outliveUser(
  own: Own,
  resolved: Pick<ResolvedConfig, "secrets">,
  ban: Ban,
  { address, accounts }: { readonly address: string | null; readonly accounts: readonly AccountKey[] },
): Promise<void> {
  const [secret = ""] = resolved.secrets;
  const latest = new Date(Date.now() + keptMs);
  const expires = ban.expires !== null && ban.expires < latest ? ban.expires : latest;
  const hashes = [
    ...(await hashesOf({ address }, secret)),
    ...(await Promise.all(accounts.map((account) => hashesOf({ account }, secret)))).flat(),
  ];
  for (const hash of hashes) await keepBan(own, hash, { reason: ban.reason, expires, by: null });
}

type AccountKey = NonNullable<SignedInWith["account"]>;

/** Keyed: nobody who reads the table learns an address by trying. */
async function hashesOf(
  { address, account }: Omit<SignedInWith, "userId">,
  secret: string,
): Promise<readonly string[]> {
  const texts = [
    ...(address ? [["address", address.toLowerCase()]] : []),
    ...(account ? [["account", account.provider, account.providerAccountId]] : []),
  ];
  return Promise.all(
    texts.map(async (text) => `h:${await hashToken(JSON.stringify(["admin ban", ...text]), [secret])}`),
  );
}

/** An address that nobody has proven may be a stranger's: they are not kept out by it. */
export const provenAddress = ({ email, emailVerified }: AdapterUser): string | null =>
  emailVerified instanceof Date && email ? email : null;
