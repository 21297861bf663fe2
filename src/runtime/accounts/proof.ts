/**
 * Whose address is it? Some providers say that they have checked; a mail that was answered proves it. What came to an
 * account before that may be a stranger's, who signed up with an address that is somebody else's.
 */
import { OAuthAccountNotLinked } from "../errors/index.js";
import { FlowFailure } from "../http/flow-result.js";
import { hasLastingMark, leaveMark, markOf } from "../security/marks.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Account } from "../types/entities.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { Linking, SignIn } from "./sign-in.js";
import { forgetIntent } from "./sign-up-intent.js";

/** How long an account may stay away; none ends after what a column of 32 bits holds. */
export const waitMs = 5 * 365 * 24 * 3600 * 1000;

/** The mark of an account that has to be vouched for when it comes back. */
export const recheckOf = (provider: string, { id }: AdapterUser): string => `recheck:${provider}:${id}`;

/**
 * What the provider says of the address. Providers without a record of ours may say no; that they say yes counts for
 * nothing, because nobody has looked how they come to it.
 *
 * @returns undefined: nothing
 */
export async function claimOf({ provider, user, account, profile }: SignIn): Promise<boolean | undefined> {
  if (provider === undefined) return undefined;
  if (provider.emailVerified === undefined)
    return provider.hasIdToken && profile?.email_verified === false ? false : undefined;
  const { isEmailVerified } = await import("../oauth/profile-path.js");
  const claim = isEmailVerified(provider, profile, account);
  // The claim is about the provider's address; the app's profile() may have taken another one.
  const isAbout = typeof profile?.email !== "string" || isSame(profile.email, user.email);
  return claim === true && !isAbout ? undefined : claim;
}

const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one?.trim().toLowerCase() === other?.trim().toLowerCase();

/** The mark of an account that its owner has vouched for, while the address is the same. */
const vouchedOf = ({ provider, providerAccountId }: AccountName, { id, email }: AdapterUser) =>
  markOf("vouched", [provider, providerAccountId, String(id), email]);

type AccountName = Pick<Account, "provider" | "providerAccountId">;

/**
 * Was the account there before a mail or a provider proved its user's address, and has nobody vouched for it since? Its
 * sign-ins are refused until somebody does, its tokens are given to nobody, and it counts as no way in.
 */
export async function isHeld(
  resolved: Pick<ResolvedConfig, "config" | "adapter">,
  account: AccountName,
  owner: AdapterUser,
): Promise<boolean> {
  if (!owner.emailVerified || !(await hasLastingMark(resolved, recheckOf(account.provider, owner))))
    return false;
  return !(await hasLastingMark(resolved, await vouchedOf(account, owner)));
}

/** An account that comes to a proven user later was not there before the proof: its owner has added it. */
export async function vouchFor(
  { context, store }: Pick<Linking, "context" | "store">,
  account: AccountName,
  owner: AdapterUser,
): Promise<void> {
  if (await isHeld(context.resolved, account, owner))
    await leaveMark(store, await vouchedOf(account, owner), waitMs);
}

/**
 * An account that was there before a mail proved its user's address: the provider must vouch for that address now, or
 * the owner for the account.
 *
 * @param isTheirs the sign-in was begun in a session of the owner
 * @returns whether the owner has yet to vouch for it, which such a sign-in does
 * @throws OAuthAccountNotLinked when the provider says that nobody has checked: the account is somebody else's then. When
 *   it says nothing, too; the account stays, and the owner is asked
 */
export async function recheckAccount(
  linking: Linking,
  owner: AdapterUser,
  isTheirs: boolean,
): Promise<boolean> {
  const { resolved } = linking.context;
  const { account, user, provider } = linking.signIn;
  if (!owner.emailVerified || provider === undefined) return false;
  const claim = await claimOf(linking.signIn);
  if (claim === true && isSame(user.email, owner.email)) {
    // Its provider has vouched: plugins need not wait for another sign-in.
    if (resolved.plugins !== undefined) await vouchFor(linking, account, owner);
    return false;
  }
  if (!(await isHeld(resolved, account, owner))) return false;
  if (claim === undefined && isTheirs) return true;
  const refusal = new OAuthAccountNotLinked("Nobody vouches for the address of this account's user", {
    cause: { provider: account.provider },
  });
  if (claim === undefined) throw await askOwner(linking, owner, refusal);
  await unlink(linking, owner);
  throw refusal;
}

async function unlink(
  { context: { resolved }, store, signIn: { account } }: Linking,
  owner: AdapterUser,
): Promise<void> {
  if (typeof resolved.config.adapter?.unlinkAccount === "function") await store.unlinkAccount(account);
  await forgetIntent(resolved, account, owner);
  await resolved.plugins?.accountUnlinked(resolved, String(owner.id), account);
}

/**
 * Mails the owner a link that lets the account in, where the configuration can.
 *
 * @returns the refusal, with the cookie of the browser that tried
 */
export async function askOwner(linking: Linking, owner: AdapterUser, refusal: Error): Promise<FlowFailure> {
  const flows = await linking.context.resolved.providers("email")[0]?.flows?.();
  return new FlowFailure(refusal, (await flows?.askOwner(linking, owner)) ?? []);
}
