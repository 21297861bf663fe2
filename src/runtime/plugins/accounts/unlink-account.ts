/** An account goes, with all that would bring it back or belongs to it. */
import { forgetIntent } from "../../accounts/sign-up-intent.js";
import type { AdapterAccount, AdapterUser } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { hostOf } from "../host/scope.js";

/** @param owner whose account it is */
export async function unlinkAccount(
  resolved: ResolvedConfig,
  owner: AdapterUser,
  { provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">,
): Promise<void> {
  const account = { provider, providerAccountId };
  await resolved.adapter?.unlinkAccount(account);
  resolved.record({ action: "account.unlinked", userId: String(owner.id), provider });
  await forgetIntent(resolved, account, owner);
  await hostOf(resolved).accountUnlinked(resolved, String(owner.id), account);
}
