/** Ways to sign in, of which one is always left: whoever removes one has the row of the user for the time being. */
import { isHeld } from "../../accounts/proof.js";
import { randomId } from "../../security/random.js";
import type { AdapterAccount } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { askPlugins } from "../host/ask-plugins.js";
import { findAccounts } from "../accounts/stored-accounts.js";
import { unlinkAccount } from "../accounts/unlink-account.js";
import { AccountError } from "../accounts/account-error.js";
import { revokeOthers } from "./sessions.js";
import { accountChanges } from "./tables.js";
import type { SignedInUser } from "./user.js";

/** Every account that the store has of a user. */
export async function storedAccounts(
  resolved: ResolvedConfig,
  userId: string,
): Promise<readonly AdapterAccount[]> {
  const accounts = await findAccounts(resolved, userId);
  if (accounts === undefined)
    throw new TypeError(
      'The plugin "account" needs an adapter of this package: it lists the accounts of a user',
    );
  return accounts;
}

/** To the store a passkey is an account. */
export const isPasskey = (
  { providers }: ResolvedConfig,
  { provider }: Pick<AdapterAccount, "provider">,
): boolean => providers("webauthn").some(({ id }) => id === provider);

/** One that the configuration has no provider for is none, nor one that is held. */
const isWayIn = async (
  { resolved, user }: Pick<SignedInUser, "resolved" | "user">,
  account: Pick<AdapterAccount, "provider" | "providerAccountId">,
): Promise<boolean> =>
  resolved.provider(account.provider) !== undefined && !(await isHeld(resolved, account, user));

/** What a user can sign in with, by the configuration as it is. */
async function countWaysIn({ resolved, user, userId }: SignedInUser): Promise<number> {
  const accounts = await storedAccounts(resolved, userId);
  const ways = await Promise.all(accounts.map((each) => isWayIn({ resolved, user }, each)));
  const hasMail =
    resolved.providers("email").length > 0 && typeof user.email === "string" && user.email !== "";
  return ways.filter(Boolean).length + (hasMail ? 1 : 0) + (await countKeptWays(resolved, userId));
}

/** Ways in that plugins keep for a user. */
export async function countKeptWays(resolved: ResolvedConfig, userId: string): Promise<number> {
  const kept = await askPlugins(resolved, (plugin, own) => plugin.waysIn?.(own, userId));
  return [...kept.values()].reduce((sum, more) => sum + more, 0);
}

/** Has the user set up the factor of any plugin? */
export async function hasAnyFactor(resolved: ResolvedConfig, userId: string): Promise<boolean> {
  const kept = await askPlugins(resolved, ({ factor }, own) => factor?.isSetUp?.(own, userId));
  return [...kept.values()].includes(true);
}

/** An adapter may take its whole deadline for each of the calls below. */
const leaseMs = 60_000;
const mostWaitMs = 5_000;

/**
 * Removes an account, unless it is the last way in, and ends all other sessions: one of them may have begun with it.
 *
 * @throws AccountError `not-found` for an account that is not the user's, `last-way-in`, `busy`
 */
export async function removeAccount(
  asking: SignedInUser,
  account: Pick<AdapterAccount, "provider" | "providerAccountId">,
): Promise<void> {
  const { resolved, userId } = asking;
  const { provider, providerAccountId } = account;
  await whileAlone(asking, async () => {
    const accounts = await storedAccounts(resolved, userId);
    const isTheirs = accounts.some(
      (each) => each.provider === provider && each.providerAccountId === providerAccountId,
    );
    if (!isTheirs) throw new AccountError("not-found", "The user has no such account");
    if ((await isWayIn(asking, account)) && (await countWaysIn(asking)) <= 1)
      throw new AccountError("last-way-in", "It is the only way in that the user has");
    // Before it, so that a removal that is cut off can be repeated; behind it, for who came in by the account meanwhile.
    await revokeOthers(asking);
    await unlinkAccount(resolved, asking.user, account);
    await revokeOthers(asking);
  });
}

/** Of several processes and tabs, one at a time. */
async function whileAlone({ own, userId }: SignedInUser, run: () => Promise<void>): Promise<void> {
  const records = own.records(accountChanges);
  const deadline = Date.now() + mostWaitMs;
  for (;;) {
    const version = randomId();
    const busyUntil = new Date(Date.now() + leaseMs);
    const row = await records.find({ userId });
    const isFree = !(row?.["busyUntil"] instanceof Date) || row["busyUntil"].valueOf() < Date.now();
    const isOurs =
      row === undefined
        ? (await records.insert({ userId, version, busyUntil })) === "inserted"
        : isFree &&
          (await records.update({ userId }, { version: row["version"] ?? null }, { version, busyUntil }));
    if (isOurs) {
      try {
        return await run();
      } finally {
        await records.update({ userId }, { version }, { busyUntil: null }).catch(() => undefined);
      }
    }
    if (Date.now() > deadline) throw new AccountError("busy", "Another tab or device removes a way in now");
    await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
  }
}
