/** Sign-in by address (or user name) and password. Known and unknown ones cost the same work. */
import type { Store } from "../../accounts/sign-in.js";
import { toError } from "../../errors/index.js";
import { throttleOf } from "../../flows/tries.js";
import { clientAddressOf } from "../../security/client-address.js";
import { normalizeEmail } from "../../security/email-address.js";
import { isKnownBrowser } from "../../security/known-browser.js";
import { randomId } from "../../security/random.js";
import type { AdapterUser } from "../../types/adapter.js";
import { hashPassword, isRightPassword } from "./hashes/password-hash.js";
import { askLegacyHash, retireLegacyHash } from "./legacy-hashes.js";
import { spellingsOf } from "./new-password.js";
import type { PasswordCall } from "./options.js";
import { findPassword, type PasswordRow, renewHash } from "./password-rows.js";
import { storeOf } from "./store.js";

/** Who may be meant, and what is stored of them. */
interface Candidate {
  readonly user: AdapterUser | null;
  readonly row: PasswordRow | undefined;
}

/** @returns the user; null: the address, the name or the password is wrong */
export async function checkSignIn(
  call: PasswordCall,
  fields: Readonly<Record<string, unknown>>,
): Promise<AdapterUser | null> {
  const login = typeof fields["email"] === "string" ? fields["email"] : "";
  const candidate = await findCandidate(call, login);
  // With user names a user has two names to be tried by: both are counted as one.
  return call.settings.userNames === undefined
    ? checkPassword(call, candidate, { login, fields })
    : countedForUser(call, [candidate.user?.id ?? login, login], () =>
        checkPassword(call, candidate, { login, fields }),
      );
}

class WrongPassword extends Error {}

/**
 * Counts wrong passwords by the user, beside the name that was typed. Where there is none the name stands in for the id, so
 * that both cost the same work.
 *
 * @throws TooManyAttempts
 */
async function countedForUser(
  { context }: PasswordCall,
  [id, login]: readonly [id: string, login: string],
  check: () => Promise<AdapterUser | null>,
): Promise<AdapterUser | null> {
  const provider = context.provider?.id ?? "password";
  const who = {
    provider: `${provider}:user`,
    identifiers: [id],
    clientAddress: clientAddressOf(context),
    isKnownBrowser: await isKnownBrowser(context, provider, [login]),
    isCounted: true,
  } as const;
  const checked = async () => {
    const user = await check();
    if (user === null) throw new WrongPassword();
    return user;
  };
  try {
    const isWrong = (error: unknown) => error instanceof WrongPassword;
    return await throttleOf(context.resolved).attempt(who, checked, isWrong);
  } catch (thrown) {
    if (thrown instanceof WrongPassword) return null;
    throw thrown;
  }
}

async function checkPassword(
  call: PasswordCall,
  { user, row }: Candidate,
  { login, fields }: { readonly login: string; readonly fields: Readonly<Record<string, unknown>> },
): Promise<AdapterUser | null> {
  const legacy = await askLegacyHash(call, user?.email ?? login);
  const stored = row?.hash ?? (user === null ? undefined : legacy);
  const spellings = spellingsOf(fields["password"]);
  if (!(await isRight(call, spellings, stored)) || user === null || stored === undefined) return null;
  // Whoever has changed the password while it was checked has ended what the old one opens.
  const now = await findPassword(call.own, { userId: user.id });
  if (now?.version !== row?.version && !(await isRight(call, spellings, now?.hash))) return null;
  try {
    await renewHash(call.own, { userId: user.id, row, stored }, spellings[0] ?? "");
    if (row === undefined) await retireLegacyHash(call.own, call.settings, user.email);
  } catch (thrown) {
    call.context.resolved.logger.error(toError(thrown));
  }
  return user;
}

/**
 * Is this the password of the hash? Where there is no hash, or none that can be checked, each spelling is hashed: a wrong
 * password takes as long.
 */
export async function isRight(
  { context }: PasswordCall,
  spellings: readonly string[],
  stored: string | undefined,
): Promise<boolean> {
  try {
    if (stored !== undefined && spellings.length > 0) return await isRightPassword(spellings, stored);
  } catch (thrown) {
    context.resolved.logger.error(toError(thrown));
  }
  for (const spelling of spellings.length > 0 ? spellings : ["no password"]) await hashPassword(spelling);
  return false;
}

async function findCandidate(call: PasswordCall, login: string): Promise<Candidate> {
  const { own, settings } = call;
  const store = storeOf(call);
  if (settings.userNames !== undefined && !login.includes("@")) {
    const row = await findPassword(own, { userName: readUserName(login) ?? randomId() });
    const user = await store.getUser(row?.userId ?? randomId());
    return { user, row };
  }
  const user = await userByAddress(store, login);
  const row = await findPassword(own, { userId: user?.id ?? randomId() });
  return { user, row };
}

/** Of what is no address nobody has one; the store is asked all the same. */
async function userByAddress(store: Store, login: string): Promise<AdapterUser | null> {
  let email: string;
  try {
    email = normalizeEmail(login);
  } catch {
    email = `${randomId()}@nobody.invalid`;
  }
  return store.getUserByEmail(email);
}

/** As it is stored: lower case. undefined: no user name looks so. */
export function readUserName(given: string): string | undefined {
  const name = given.normalize("NFKC").trim().toLowerCase();
  return /^[a-z0-9](?:[._-]?[a-z0-9]){2,31}$/.test(name) && name.length <= 32 ? name : undefined;
}
