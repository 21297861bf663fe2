/** What others may have brought to an account ends when a mail proves whose address it is. */
import { canMark, endedSessionsOf, leaveLastingMark, leaveMark } from "../security/marks.js";
import type { AdapterUser } from "../types/adapter.js";
import type { FlowContext } from "../types/flow.js";
import { recheckOf, waitMs } from "./proof.js";
import type { Store } from "./sign-in.js";

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
      await leaveLastingMark(store, endedSessionsOf(user), resolved.session.maxAge * 1000);
  }
  if (resolved.strategy === "jwt") resolved.revokedSessions.endUser(user.id);
  const passkeys = resolved.providers("webauthn");
  if (passkeys.length === 0 || typeof adapter?.unlinkAccount !== "function") return;
  // A passkey without its account opens nothing.
  for (const { providerAccountId } of (await store.listAuthenticatorsByUserId(user.id)) ?? [])
    for (const { id } of passkeys) await store.unlinkAccount({ provider: id, providerAccountId });
}
