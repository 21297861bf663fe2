/** `auth.accounts`: lists the accounts of the user, links one more, removes one. */
import { isHeld } from "../../accounts/proof.js";
import type { AccountInfo } from "../../server-functions/plugin-functions.js";
import { withParams } from "../../security/redirects.js";
import { isOAuth } from "../../pages/forms.js";
import type { OAuthProvider } from "../../types/finished-provider.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { AccountError } from "../accounts/account-error.js";
import { tellChange } from "../accounts/authenticators.js";
import type { ChangeContext } from "../accounts/authenticator-change.js";
import { countChangeOf } from "../accounts/change-count.js";
import type { SignedInUser } from "./user.js";
import { isPasskey, removeAccount, storedAccounts } from "./ways-in.js";
import { membersOf } from "../../types/members.js";

/** Without passkeys, which are accounts to the store. */
export async function listAccounts({
  resolved,
  user,
  userId,
}: SignedInUser): Promise<readonly AccountInfo[]> {
  const accounts = (await storedAccounts(resolved, userId)).filter((each) => !isPasskey(resolved, each));
  return Promise.all(
    accounts.map(async ({ provider, providerAccountId }) => {
      const account = { provider, providerAccountId };
      return (await isHeld(resolved, account, user)) ? { ...account, isHeld: true as const } : account;
    }),
  );
}

/** Providers whose accounts can be linked. */
export const linkable = ({ providers }: ResolvedConfig): readonly OAuthProvider[] =>
  providers().filter((provider) => isOAuth(provider));

/** The page that asks first: a link must not be able to begin a sign-in. */
export function linkAddress(resolved: ResolvedConfig, base: string, id: string): string {
  if (!linkable(resolved).some((provider) => provider.id === id))
    throw new AccountError(
      "not-found",
      "No provider of the configuration has accounts to link under this id",
    );
  return withParams(`${base}/account/link`, { provider: id }, new URL(base).origin);
}

/** @throws AccountError */
export async function unlinkAccount(
  asking: SignedInUser,
  given: unknown,
  context: ChangeContext,
): Promise<void> {
  const { provider, providerAccountId } = membersOf(given);
  if (typeof provider !== "string" || typeof providerAccountId !== "string")
    throw new AccountError("invalid", "unlink() takes { provider, providerAccountId }");
  const { resolved, userId, sessionId } = asking;
  await countChangeOf(resolved, sessionId, userId, () =>
    removeAccount(asking, { provider, providerAccountId }),
  );
  const isOf = isPasskey(resolved, { provider }) ? "passkey" : "account";
  const name = resolved.provider(provider)?.name ?? provider;
  await tellChange(context, { userId, of: isOf, is: "removed", provider: name });
}
