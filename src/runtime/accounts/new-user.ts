/** First sign-ins: a user and an account that belong together, whatever happens between the two writes. */
import { toError } from "../errors.js";
import { hashesOf, hashToken } from "../security/hash.js";
import { canMark, leaveMark, takeMark } from "../security/marks.js";
import { randomId } from "../security/random.js";
import { isSignUpId } from "../security/sign-up-id.js";
import type { AdapterAccount, AdapterUser } from "../types/adapter.js";
import type { Account, User } from "../types/entities.js";
import type { Linking } from "./sign-in.js";

/** An account as it is stored, but for its owner. */
export type KeptAccount = Partial<Account> & Pick<Account, "provider" | "providerAccountId" | "type">;

const dayMs = 24 * 3600 * 1000;

const subjectOf = ({ provider, providerAccountId }: KeptAccount, { email, name, image }: User): string =>
  JSON.stringify(["sign-up", provider, providerAccountId, email, name ?? null, image ?? null]);

/** Of a provider's account, which comes back with the next try; a passkey does not. */
const keepsIntents = ({ context, signIn: { provider, user } }: Linking): boolean =>
  Boolean(user.email) && provider !== undefined && canMark(context.resolved.config);

/**
 * Is this what a first sign-in of the account left behind when its process died? Stores that keep our ids say so by
 * the id; others by the intent that was written before the user was. The row must still be as that sign-in made it.
 */
export async function isUnfinished(
  linking: Linking,
  found: AdapterUser,
  account: KeptAccount,
): Promise<boolean> {
  const { context, store, signIn } = linking;
  const { user } = signIn;
  const { acceptedSecrets: secrets } = context.resolved;
  if (await isSignUpId(found.id, account, secrets)) return true;
  if (!keepsIntents(linking)) return false;
  const isSame =
    (found.name ?? null) === (user.name ?? null) && (found.image ?? null) === (user.image ?? null);
  if (!isSame || found.emailVerified) return false;
  for await (const hash of hashesOf(subjectOf(account, user), secrets))
    if (await takeMark(store, `sign-up:${hash}`)) return true;
  return false;
}

/** When the second write fails the first is taken back, so that a retry signs in. */
export async function createWith(
  linking: Linking,
  kept: KeptAccount,
  emailVerified: Date | null,
): Promise<AdapterUser> {
  const { context, store, signIn } = linking;
  const { user } = signIn;
  const intent = keepsIntents(linking)
    ? `sign-up:${await hashToken(subjectOf(kept, user), context.resolved.secrets)}`
    : undefined;
  if (intent !== undefined) await leaveMark(store, intent, dayMs);
  try {
    // A user without an address stays without one: an empty text would be everybody's, and unique only once.
    const newcomer = { ...user, id: user.id ?? randomId(), emailVerified } as AdapterUser;
    const created = await store.createUser(newcomer);
    await context.resolved.emit("createUser", { user: created });
    await addFirst(linking, created, kept);
    return created;
  } finally {
    // Who died in between does not come here. A mark that stays by a fault of the store is good for a day.
    if (intent !== undefined) await takeMark(store, intent).catch(() => false);
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
