/**
 * Whose address is it? Some providers say that they have checked; a mail that was answered proves it. What came to an
 * account before that may be a stranger's, who signed up with an address that is somebody else's.
 */
import { OAuthAccountNotLinked } from "../errors.js";
import { canMark, leaveMark, takeMark } from "../security/marks.js";
import type { PluginHost } from "../plugins/plugin.js";
import type { AdapterUser } from "../types/adapter.js";
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
    return provider.protocol.hasIdToken && profile?.email_verified === false ? false : undefined;
  const { isEmailVerified } = await import("../../providers/kit/email-verified.js");
  const claim = isEmailVerified(provider, profile, account);
  // The claim is about the provider's address; the app's profile() may have taken another one.
  const isAbout = typeof profile?.email !== "string" || isSame(profile.email, user.email);
  return claim === true && !isAbout ? undefined : claim;
}

const isSame = (one: string | null | undefined, other: string | null | undefined): boolean =>
  one?.trim().toLowerCase() === other?.trim().toLowerCase();

/**
 * An account that was there before a mail proved its user's address: the provider must vouch for that address now.
 *
 * @throws OAuthAccountNotLinked when it says that nobody has checked; the account is somebody else's then
 */
export async function recheckAccount(
  { context: { resolved }, store, signIn }: Linking,
  owner: AdapterUser,
): Promise<void> {
  const { account, user, provider } = signIn;
  if (!owner.emailVerified || provider === undefined || !canMark(resolved.config)) return;
  const claim = await claimOf(signIn);
  if (claim === true && isSame(user.email, owner.email)) return;
  const mark = recheckOf(account.provider, owner);
  if (!(await takeMark(store, mark))) return;
  if (claim === undefined && !provider.emailVerified) {
    resolved.logger.warn(
      `An account at "${account.provider}" was linked before a mail proved its user's address, and the provider does not say whether it has checked it`,
    );
    return;
  }
  // Its user may have another account there, which has not come back yet.
  await leaveMark(store, mark, waitMs);
  if (claim === undefined) return;
  if (typeof resolved.config.adapter?.unlinkAccount === "function") await store.unlinkAccount(account);
  await forgetIntent(resolved, account, owner);
  await (resolved.plugins as PluginHost | undefined)?.accountUnlinked(resolved, String(owner.id), account);
  throw new OAuthAccountNotLinked("The provider does not vouch for the address of this account's user", {
    cause: { provider: account.provider },
  });
}
