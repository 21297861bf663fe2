/** The passkeys of a user. A store has no call that deletes one: whoever removes it removes its account. */
import type { AdapterAuthenticator } from "../types/adapter.js";
import type { PasskeyRequest } from "./relying-party.js";

/** The passkey has its account still. */
export async function isLinked(
  { context, store }: PasskeyRequest,
  { providerAccountId, userId }: AdapterAuthenticator,
): Promise<boolean> {
  for (const { id } of context.resolved.providers("webauthn")) {
    const account = await store.getAccount(providerAccountId, id);
    if (account !== null && String(account.userId) === String(userId)) return true;
  }
  return false;
}

export async function keysOfUser(
  subject: PasskeyRequest,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> {
  // A store may have no list for a user without keys.
  const listed: AdapterAuthenticator[] | null | undefined =
    await subject.store.listAuthenticatorsByUserId(userId);
  const own = (listed ?? []).filter((key) => String(key.userId) === String(userId));
  const linked = await Promise.all(own.map((key) => isLinked(subject, key)));
  return own.filter((_key, at) => linked[at]);
}
