/** What others may have brought to an account ends when a mail proves whose address it is. */
import { canMark, endedSessionsOf, leaveLastingMark } from "../security/marks.js";
import type { AdapterUser } from "../types/adapter.js";
import type { FlowContext } from "../types/flow.js";
import { recheckOf, waitMs } from "./proof.js";
import type { Store } from "./sign-in.js";

/** Who takes the proof, and what the owner has said to it. */
export interface Proof {
  /** The ways to sign in that say nothing of the address are the owner's own. */
  readonly keepsWays?: boolean | undefined;
  /** Id of the plugin that takes the proof, and ends itself what it keeps. */
  readonly takenBy?: string | undefined;
}

/**
 * A mail has proven the address of a user whose row says that nobody had: what others may have brought ends. Passkeys
 * go, whoever made them: an unproven row does not say whose session it was. Accounts stay until their next sign-in.
 *
 * @returns the user, whose address is proven now
 */
export async function proveAddress(
  context: FlowContext,
  store: Store,
  user: AdapterUser,
  { keepsWays = false, takenBy }: Proof = {},
): Promise<AdapterUser> {
  const { resolved } = context;
  if (canMark(resolved.config)) {
    for (const { id, emailVerified } of resolved.providers("oauth"))
      if (!keepsWays || emailVerified !== undefined)
        await leaveLastingMark(store, recheckOf(id, user), waitMs);
    if (resolved.strategy === "database")
      await leaveLastingMark(store, endedSessionsOf(user), resolved.session.maxAge * 1000);
  }
  if (resolved.strategy === "jwt") resolved.revokedSessions.endUser(user.id);
  await endPasskeys(context, store, user);
  await resolved.plugins?.addressProven(resolved, String(user.id), takenBy);
  const updated = await store.updateUser({ id: user.id, emailVerified: new Date() });
  await resolved.emit("updateUser", { user: updated });
  return updated;
}

async function endPasskeys({ resolved }: FlowContext, store: Store, { id }: AdapterUser): Promise<void> {
  const passkeys = resolved.providers("webauthn");
  if (passkeys.length === 0 || typeof resolved.config.adapter?.unlinkAccount !== "function") return;
  // A passkey without its account opens nothing.
  for (const { providerAccountId } of (await store.listAuthenticatorsByUserId(id)) ?? [])
    for (const passkey of passkeys) await store.unlinkAccount({ provider: passkey.id, providerAccountId });
}
