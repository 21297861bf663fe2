/**
 * First sign-ins whose process died between user and account: the user that they leave behind would lock its person out.
 * A mark that stands from before the first write until after the second says whose sign-up it was.
 */
import { withDeadline } from "../callbacks/events.js";
import { canMark, leaveMark, markOf, takeMark } from "../security/marks.js";
import type { StoreAdapter } from "../adapters/adapter-over.js";
import type { AdapterAccount, AdapterUser } from "../types/adapter.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { Linking } from "./sign-in.js";

const dayMs = 24 * 3600 * 1000;
const deadlineMs = 10_000;

const intentOf = (
  { provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">,
  address: string | null | undefined,
): Promise<string> => markOf("sign-up", [provider, providerAccountId, address]);

/** Of a provider's account, which comes back with the next try; a passkey does not. */
const keepsIntents = ({ context, signIn: { provider, user } }: Linking): boolean =>
  Boolean(user.email) && provider !== undefined && canMark(context.resolved.config);

/** @returns what takes it away */
export async function leaveIntent(linking: Linking): Promise<() => Promise<void>> {
  const { context, store, signIn } = linking;
  const { account, user } = signIn;
  if (!keepsIntents(linking)) return () => Promise.resolve();
  await leaveMark(store, await intentOf(account, user.email), dayMs);
  return () => forgetIntent(context.resolved, account, user);
}

/**
 * The first sign-in is complete, or its account was taken away: from now on its mark opens nothing. A mark that stays by
 * a fault of the store is good for a day.
 */
export async function forgetIntent(
  { adapter, config }: ResolvedConfig,
  account: Parameters<typeof intentOf>[0],
  { email, emailVerified }: { email?: string | null; emailVerified?: Date | null },
): Promise<void> {
  // The first sign-in of a row whose address was proven long ago is over.
  if (emailVerified && Date.now() - new Date(emailVerified).valueOf() > dayMs) return;
  if (adapter && canMark(config)) await takeMark(adapter, await intentOf(account, email)).catch(() => false);
}

/**
 * Is this what a first sign-in of the account left behind when its process died? The row must be as that sign-in made
 * it, and nobody may have come by another way since.
 *
 * @param claim what the provider says of the address now
 */
export async function isUnfinished(
  linking: Linking,
  found: AdapterUser,
  claim: boolean | undefined,
): Promise<boolean> {
  const { user, account } = linking.signIn;
  const isAsMade =
    (found.name ?? null) === (user.name ?? null) && (found.image ?? null) === (user.image ?? null);
  const mayBe = claim ?? !found.emailVerified;
  if (!mayBe || !isAsMade || !keepsIntents(linking) || (await isInUse(linking, found.id))) return false;
  return takeMark(linking.store, await intentOf(account, user.email));
}

/** Has the user any way in, or a session? As far as the store and plugins can tell. */
async function isInUse(linking: Linking, id: string): Promise<boolean> {
  const { resolved } = linking.context;
  const { listAccounts, listSessions }: Partial<StoreAdapter> = resolved.config.adapter ?? {};
  const asked = Promise.all([listAccounts?.(id), resolved.strategy === "database" && listSessions?.(id)]);
  const lists = await withDeadline(asked, deadlineMs, "The store did not list rows");
  return lists.some((rows) => rows && rows.length > 0) || hasAuthenticator(linking, id);
}

/** Has the user a passkey, a password or a factor? As far as the store and plugins can tell. */
export async function hasAuthenticator(
  { context: { resolved }, store }: Linking,
  id: string,
): Promise<boolean> {
  const passkeys = resolved.providers("webauthn").length > 0 && (await store.listAuthenticatorsByUserId(id));
  return (passkeys && passkeys.length > 0) || (await resolved.plugins?.hasWayIn(resolved, id)) === true;
}
