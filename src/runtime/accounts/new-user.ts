/** First sign-ins: a user and an account that belong together, whatever happens between the two writes. */
import { toError } from "../errors/index.js";
import { randomId } from "../security/random.js";
import type { AdapterAccount, AdapterUser } from "../types/adapter.js";
import type { Account } from "../types/entities.js";
import { leaveIntent } from "./sign-up-intent.js";
import type { Linking } from "./sign-in.js";

/** An account as it is stored, but for its owner. */
export type KeptAccount = Partial<Account> & Pick<Account, "provider" | "providerAccountId" | "type">;

/** When the second write fails the first is taken back, so that a retry signs in. */
export async function createWith(
  linking: Linking,
  kept: KeptAccount,
  emailVerified: Date | null,
): Promise<AdapterUser> {
  const { context, store, signIn } = linking;
  const { user } = signIn;
  const forget = await leaveIntent(linking);
  try {
    // A user without an address stays without one: an empty text would be everybody's, and unique only once.
    const newcomer = { ...user, id: user.id ?? randomId(), emailVerified } as AdapterUser;
    const created = await store.createUser(newcomer);
    await context.resolved.emit("createUser", { user: created });
    await addFirst(linking, created, kept);
    return created;
  } finally {
    // Who died in between does not come here.
    await forget();
  }
}

async function addFirst(linking: Linking, created: AdapterUser, kept: KeptAccount): Promise<void> {
  try {
    await addAccount(linking, created, kept);
  } catch (error) {
    const { context, store } = linking;
    // Another sign-in of this user at the same moment may have linked the account to the user that was made here.
    const { provider, providerAccountId } = kept;
    const ask = async () => store.getUserByAccount({ provider, providerAccountId });
    const owner = await ask().catch(() => null);
    if (owner?.id === created.id) return;
    if (typeof context.resolved.config.adapter?.deleteUser === "function")
      await Promise.resolve(store.deleteUser(created.id)).catch((thrown: unknown) => toError(thrown));
    throw error;
  }
}

export async function addAccount(
  { context, store, signIn }: Linking,
  owner: AdapterUser,
  kept: KeptAccount,
): Promise<void> {
  await store.linkAccount({ ...kept, userId: owner.id } as AdapterAccount);
  const event = { user: owner, account: kept as Account, profile: signIn.user };
  await context.resolved.emit("linkAccount", event);
}
