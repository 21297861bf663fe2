/**
 * Ids of new users that remember the account they were made for. A process may die between the two writes of a
 * first sign-in; the user that it leaves behind would lock its person out, and must fall to nobody else.
 */
import { hashesOf, hashToken, sameText } from "./hash.js";

/** An unfinished sign-up is taken up again for one day; later the id is an id like any other. */
const lifeMs = 24 * 60 * 60 * 1000;

export interface AccountName {
  readonly provider: string;
  readonly providerAccountId: string;
}

/** A UUID of version 7 (RFC 9562 section 5.7): the time, and in place of chance a hash that takes the secret. */
export async function signUpId(
  account: AccountName,
  secrets: readonly string[],
  now = Date.now(),
): Promise<string> {
  const time = timeHex(now);
  return idOf(time, await hashToken(subject(account, time), secrets));
}

/** Did we make this id for this account, not long ago? Stores that number their users give no text. */
export async function isSignUpId(
  id: unknown,
  account: AccountName,
  secrets: readonly string[],
  now = Date.now(),
): Promise<boolean> {
  if (typeof id !== "string") return false;
  const time = id.replaceAll("-", "").slice(0, 12);
  if (!/^[0-9a-f]{12}$/.test(time) || Math.abs(now - Number.parseInt(time, 16)) > lifeMs) return false;
  for await (const hash of hashesOf(subject(account, time), secrets))
    if (sameText(idOf(time, hash), id)) return true;
  return false;
}

const timeHex = (ms: number): string => ms.toString(16).padStart(12, "0");

const subject = ({ provider, providerAccountId }: AccountName, time: string): string =>
  JSON.stringify(["sign-up", time, provider, providerAccountId]);

const idOf = (time: string, hash: string): string =>
  [time.slice(0, 8), time.slice(8), `7${hash.slice(0, 3)}`, `8${hash.slice(3, 6)}`, hash.slice(6, 18)].join(
    "-",
  );
