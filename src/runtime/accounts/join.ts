/** A new account whose address a stored user has: may it join that user, and what does the join prove? */
import type { AdapterUser } from "../types/adapter.js";
import type { AnyAuthConfig } from "../types/config.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import { askOwner, claimOf } from "./proof.js";
import { proveAddress } from "./prove-address.js";
import type { Linking } from "./sign-in.js";
import { hasAuthenticator, isUnfinished } from "./sign-up-intent.js";

type Refusal = (text: string) => Error;

/** A user whom a new account joins by the address. */
export interface Joined {
  readonly user: AdapterUser;
  /** It goes on with a first sign-in that was cut off. */
  readonly isNewUser: boolean;
}

const mayLink = ({ signIn: { provider } }: Linking, claim: boolean | undefined): boolean =>
  claim !== false && provider?.allowDangerousEmailAccountLinking === true;

/**
 * The user whom the account joins. Where nobody had proven the address and the provider vouches for it, the join is the
 * proof, as a mail is: what others may have brought ends first.
 *
 * @param refusal makes the error for an account that may not join
 */
export async function joinUser(linking: Linking, found: AdapterUser, refusal: Refusal): Promise<Joined> {
  const { context, store, signIn } = linking;
  const claim = await claimOf(signIn);
  const isNewUser = await isUnfinished(linking, found, claim);
  if (!isNewUser && !mayLink(linking, claim))
    throw refusal("A user with this e-mail address exists, signed up in another way");
  if (found.emailVerified) return { user: found, isNewUser };
  if (claim !== true) {
    if (!isNewUser) warnOnce(context.resolved, signIn.account.provider);
    return { user: found, isNewUser };
  }
  await assertProvable(linking, found, refusal);
  return { user: await proveAddress(context, store, found), isNewUser };
}

/** Providers that were named, of each configuration. */
const named = new WeakMap<AnyAuthConfig, Set<string>>();

function warnOnce({ config, logger }: ResolvedConfig, provider: string): void {
  const told = named.get(config) ?? new Set();
  named.set(config, told);
  if (told.has(provider)) return;
  told.add(provider);
  logger.warn(`email-join-not-vouched: ${provider}`);
}

/**
 * Asks before the steps of a sign-in, so that nobody is asked for the factor of a user whom their account may not join.
 *
 * @throws the refusal of {@link joinUser} for a row that the provider's word alone does not prove
 */
export async function assertMayJoin(linking: Linking, found: AdapterUser): Promise<void> {
  const { method, account } = linking.signIn;
  const claim = await claimOf(linking.signIn);
  if (method.linking !== "account" || found.emailVerified || claim !== true || !mayLink(linking, claim))
    return;
  const cause = { provider: account.provider };
  await assertProvable(linking, found, (text) => new method.refusal(text, { cause }));
}

/** Who has added an authenticator of their own may be the owner: only the mail's link says whose the row is. */
async function assertProvable(linking: Linking, found: AdapterUser, refusal: Refusal): Promise<void> {
  if (!(await hasAuthenticator(linking, found.id))) return;
  const text =
    "The user with this e-mail address has a password, a passkey or a factor, and proved no address";
  throw await askOwner(linking, found, refusal(text));
}
