/**
 * Whose address is it? Some providers say that they have checked; a mail that was answered proves it. What came to an
 * account before that may be a stranger's, who signed up with an address that is somebody else's.
 */
import { OAuthAccountNotLinked } from "../errors.js";
import { canMark, endedSessionsOf, leaveMark, takeMark } from "../security/marks.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Account, Profile, User } from "../types/entities.js";
import type { FlowContext } from "../types/flow.js";

type Store = NonNullable<FlowContext["compiled"]["adapter"]>;

/** How long an account may stay away; none ends after what a column of 32 bits holds. */
const waitMs = 5 * 365 * 24 * 3600 * 1000;

const recheckOf = (provider: string, { id }: AdapterUser): string => `recheck:${provider}:${id}`;

interface Told {
  readonly user: User;
  readonly account: Account;
  readonly profile?: Profile | undefined;
}

/**
 * What the provider says of the address. Providers without a record of ours may say no; that they say yes counts for
 * nothing, because nobody has looked how they come to it.
 *
 * @returns undefined: nothing
 */
export async function claimOf({ provider }: FlowContext, told: Told): Promise<boolean | undefined> {
  const { user, account, profile } = told;
  if (provider?.type !== "oauth" && provider?.type !== "oidc") return undefined;
  if (provider.emailVerified === undefined) {
    return provider.type === "oidc" && profile?.email_verified === false ? false : undefined;
  }
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
  const { compiled } = context;
  const { adapter } = compiled.config;
  const providers = compiled.providers();
  if (canMark(compiled.config)) {
    for (const { id, type } of providers)
      if (type === "oauth" || type === "oidc") await leaveMark(store, recheckOf(id, user), waitMs);
    if (compiled.strategy === "database")
      await leaveMark(store, endedSessionsOf(user), compiled.session.maxAge * 1000);
  }
  if (compiled.strategy === "jwt") compiled.endedTokens.endUser(user.id);
  const passkeys = providers.filter(({ type }) => type === "webauthn");
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
  context: FlowContext,
  store: Store,
  owner: AdapterUser,
  told: Told,
): Promise<void> {
  const { provider, compiled } = context;
  const { account, user } = told;
  if (!owner.emailVerified || account.type === "webauthn" || !canMark(compiled.config)) return;
  const claim = await claimOf(context, told);
  if (claim === true && isSame(user.email, owner.email)) return;
  const mark = recheckOf(account.provider, owner);
  if (!(await takeMark(store, mark))) return;
  const isSilent =
    claim === undefined && !(provider && "emailVerified" in provider && provider.emailVerified);
  if (isSilent) {
    compiled.logger.warn(
      `An account at "${account.provider}" was linked before a mail proved its user's address, and the provider does not say whether it has checked it`,
    );
    return;
  }
  // Its user may have another account there, which has not come back yet.
  await leaveMark(store, mark, waitMs);
  if (claim === undefined) return;
  if (typeof compiled.config.adapter?.unlinkAccount === "function") await store.unlinkAccount(account);
  throw new OAuthAccountNotLinked("The provider does not vouch for the address of this account's user", {
    cause: { provider: account.provider },
  });
}
