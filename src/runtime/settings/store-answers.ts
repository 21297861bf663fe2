/**
 * Is what a store found what it was asked for? Columns may ignore case, accents or spaces at the end: then a look-up
 * finds somebody else's row. Such a row counts as not found.
 */
import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";

/** Case apart, two writings of one address: those that mean the same characters. */
const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other);

const canonical = (address: string): string => address.trim().toLowerCase().normalize("NFC");

/** What a collation may make of a text. */
const folded = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().toUpperCase().trimEnd();

/**
 * Another text that a collation takes for the asked one. Stores that keep only hashes of their tokens have something
 * quite different in that column, and that is theirs to judge.
 */
function isLookAlike(stored: unknown, asked: unknown): boolean {
  if (stored === asked || typeof stored !== "string" || typeof asked !== "string") return false;
  return folded(stored) === folded(asked);
}

/** Numbers and text are one: the columns of a store may be either. A column that the answer leaves out says nothing. */
const isOther = (stored: unknown, asked: unknown): boolean =>
  stored !== undefined && stored !== null && String(stored) !== String(asked);

const isOtherToken = (row: VerificationToken, asked: unknown): boolean => {
  const { identifier, token } = asked as VerificationToken;
  return isLookAlike(row.identifier, identifier) || isLookAlike(row.token, token);
};

type Judge<Row> = (row: Row, first: unknown, second: unknown) => boolean;

const misses = {
  getUser: ((user, id) => isLookAlike(user.id, id)) satisfies Judge<AdapterUser>,
  // Some people have no address: they were found by something else, such as their telephone number.
  getUserByEmail: (({ email }, asked) =>
    typeof email === "string" && !isSameAddress(email, String(asked))) satisfies Judge<AdapterUser>,
  getSessionAndUser: (({ session }, token) => isLookAlike(session?.sessionToken, token)) satisfies Judge<{
    session?: AdapterSession;
  }>,
  useVerificationToken: isOtherToken,
  getVerificationToken: isOtherToken,
  getAccount: ((row, id, provider) =>
    isOther(row.providerAccountId, id) || isOther(row.provider, provider)) satisfies Judge<AdapterAccount>,
  getAuthenticator: ((row, id) => isLookAlike(row.credentialID, id)) satisfies Judge<AdapterAuthenticator>,
} as const;

const judges: Partial<Record<keyof Adapter, Judge<never>>> = misses;

/** Did this method of the store answer with a row that is not the asked one? */
export function isAnotherRow(method: keyof Adapter, answer: unknown, asked: readonly unknown[]): boolean {
  const judge = judges[method];
  return (
    judge !== undefined &&
    typeof answer === "object" &&
    answer !== null &&
    judge(answer as never, asked[0], asked[1])
  );
}

/** An owner says nothing about the account that led to them: its own row does, where the store can show it. */
export async function isOwner(
  store: Pick<Required<Adapter>, "getAccount">,
  user: AdapterUser,
  { provider, providerAccountId }: Pick<AdapterAccount, "provider" | "providerAccountId">,
): Promise<boolean> {
  const row = await store.getAccount(providerAccountId, provider);
  return row !== null && !isOther(row.userId, user.id);
}
