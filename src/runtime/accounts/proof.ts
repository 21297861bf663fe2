/**
 * Whose address is it? Some providers say that they have checked; a mail that was answered proves it. What came to an
 * account before that may be a stranger's, who signed up with an address that is somebody else's.
 */
import { OAuthAccountNotLinked } from "../errors.js";
import { canMark, endedSessionsOf, leaveMark, takeMark } from "../security/marks.js";
import type { AdapterUser } from "../types/adapter.js";
import type { FlowContext } from "../types/flow.js";
import type { Linking, SignIn, Store } from "./sign-in.js";

/** How long an account may stay away; none ends after what a column of 32 bits holds. */
const waitMs = 5 * 365 * 24 * 3600 * 1000;

const recheckOf = (provider: string, { id }: AdapterUser): string => `recheck:${provider}:${id}`;

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
 * A mail has proven the address of a user whose row says that nobody had: what others may have brought ends. Passkeys
 * go, whoever made them: an unproven row does not say whose session it was. Accounts stay until their next sign-in.
 */
export async function endUnproven(context: FlowContext, store: Store, user: AdapterUser): Promise<void> {
  const { resolved } = context;
  const { adapter } = resolved.config;
  if (canMark(resolved.config)) {
    for (const { id } of resolved.providers("oauth")) await leaveMark(store, recheckOf(id, user), waitMs);
    if (resolved.strategy === "database")
      await leaveMark(store, endedSessionsOf(user), resolved.session.maxAge * 1000);
  }
  if (resolved.strategy === "jwt") resolved.revokedSessions.endUser(user.id);
  const passkeys = resolved.providers("webauthn");
  if (passkeys.length === 0 || typeof adapter?.unlinkAccount !== "function") return;
  // A passkey without its account opens nothing.
  for (const { providerAccountId } of (await store.listAuthenticatorsByUserId(user.id)) ?? [])
    for (const { id } of passkeys) await store.unlinkAccount({ provider: id, providerAccountId });
}

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
  throw new OAuthAccountNotLinked("The provider does not vouch for the address of this account's user", {
    cause: { provider: account.provider },
  });
}
