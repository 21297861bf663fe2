/** The stored user of an address that a mail has proven. The order of writes is part of the contract. */
import { randomId } from "../security/random.js";
import type { CurrentUser } from "../types/resolved-config.js";
import { proveAddress } from "./prove-address.js";
import type { Linked, Linking } from "./sign-in.js";

/** Finds the user who has the address, or makes one. */
export async function linkAddress(
  { context, store, signIn: { user, account, keepsWays } }: Linking,
  current: CurrentUser | null,
): Promise<Linked> {
  const { resolved } = context;
  const address = account.providerAccountId;
  const known = await store.getUserByEmail(address);
  const isSame = known !== null && current?.user.id === known.id;
  // Somebody else's session in this browser ends before a known user's begins.
  if (known !== null && !isSame && current?.session !== undefined)
    await store.deleteSession(current.session.sessionToken);
  const previous = known === null || isSame ? current?.session : undefined;
  if (known === null) {
    // With the id that the `signIn` callback has seen, and that stands in the account.
    const newcomer = { ...user, id: user.id ?? randomId(), email: address, emailVerified: new Date() };
    const created = await store.createUser(newcomer);
    await resolved.emit("createUser", { user: created });
    return { user: created, isNewUser: true, previous };
  }
  // The date of the first sign-in by mail stays.
  if (known.emailVerified) return { user: known, isNewUser: false, previous };
  return { user: await proveAddress(context, store, known, { keepsWays }), isNewUser: false, previous };
}
