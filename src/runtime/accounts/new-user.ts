/** First sign-ins: a user and an account that belong together, whatever happens between the two writes. */
import { toError } from "../errors.js";
import { hashesOf, hashToken } from "../security/hash.js";
import { canMark, leaveMark, takeMark } from "../security/marks.js";
import { randomId } from "../security/random.js";
import { isSignUpId } from "../security/sign-up-id.js";
import type { AdapterAccount, AdapterUser } from "../types/adapter.js";
import type { Account, User } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";

type Store = NonNullable<FlowContext["compiled"]["adapter"]>;

/** An account as it is stored, but for its owner. */
export type KeptAccount = Partial<Account> & Pick<Account, "provider" | "providerAccountId" | "type">;

const dayMs = 24 * 3600 * 1000;

const subjectOf = ({ provider, providerAccountId }: KeptAccount, { email, name, image }: User): string =>
  JSON.stringify(["sign-up", provider, providerAccountId, email, name ?? null, image ?? null]);

const keepsIntents = (
  { compiled: { config } }: FlowContext,
  { type }: KeptAccount,
  { email }: User,
): boolean => Boolean(email) && type !== "webauthn" && canMark(config);

/**
 * Is this what a first sign-in of the account left behind when its process died? Stores that keep our ids say so by
 * the id; others by the intent that was written before the user was. The row must still be as that sign-in made it.
 */
export async function isUnfinished(
  context: FlowContext,
  store: Store,
  found: AdapterUser,
  { user, account }: { user: User; account: KeptAccount },
): Promise<boolean> {
  const { acceptedSecrets: secrets } = context.compiled;
  if (await isSignUpId(found.id, account, secrets)) return true;
  if (!keepsIntents(context, account, user)) return false;
  const isSame =
    (found.name ?? null) === (user.name ?? null) && (found.image ?? null) === (user.image ?? null);
  if (!isSame || found.emailVerified) return false;
  for await (const hash of hashesOf(subjectOf(account, user), secrets))
    if (await takeMark(store, `sign-up:${hash}`)) return true;
  return false;
}

/** When the second write fails the first is taken back, so that a retry signs in. */
export async function createWith(
  context: FlowContext,
  store: Store,
  newUser: { readonly user: User; readonly emailVerified: Date | null },
  kept: KeptAccount,
): Promise<AdapterUser> {
  const { user, emailVerified } = newUser;
  const intent = keepsIntents(context, kept, user)
    ? `sign-up:${await hashToken(subjectOf(kept, user), context.compiled.secrets)}`
    : undefined;
  if (intent !== undefined) await leaveMark(store, intent, dayMs);
  try {
    // A person without an address stays without one: an empty text would be everybody's, and unique only once.
    const newcomer = { ...user, id: user.id ?? randomId(), emailVerified } as AdapterUser;
    const created = await store.createUser(newcomer);
    await context.compiled.emit("createUser", { user: created });
    await addFirst(context, store, created, { kept, user });
    return created;
  } finally {
    // Who died in between does not come here. A mark that stays by a fault of the store is good for a day.
    if (intent !== undefined) await takeMark(store, intent).catch(() => false);
  }
}

async function addFirst(
  context: FlowContext,
  store: Store,
  created: AdapterUser,
  { kept, user }: { kept: KeptAccount; user: User },
): Promise<void> {
  try {
    await addAccount(context, store, created, { kept, profile: user });
  } catch (error) {
    // Another sign-in of this person at the same moment may have linked the account to the user that was made here.
    const { provider, providerAccountId } = kept;
    const ask = async () => store.getUserByAccount({ provider, providerAccountId });
    const owner = await ask().catch(() => null);
    if (owner?.id === created.id) return;
    if (typeof context.compiled.config.adapter?.deleteUser === "function")
      await Promise.resolve(store.deleteUser(created.id)).catch((thrown: unknown) => toError(thrown));
    throw error;
  }
}

export async function addAccount(
  { compiled }: FlowContext,
  store: Store,
  owner: AdapterUser,
  { kept, profile }: { kept: KeptAccount; profile: User },
): Promise<void> {
  await store.linkAccount({ ...kept, userId: owner.id } as AdapterAccount);
  await compiled.emit("linkAccount", { user: owner, account: kept as Account, profile });
}
