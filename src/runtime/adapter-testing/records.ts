/** Rows to test with, new ones at each call, and the few words in which a check says what it saw. */
import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";

const fresh = (): string => crypto.randomUUID();

/** A number that a column of 32 bits holds, as those of many stores are, until 2038. */
const endOfToken = (): number => Math.floor(Date.now() / 1000) + 3600;

/** Stores may keep whole seconds only, so dates have no milliseconds. */
export const inOneHour = (): Date => new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);

export const newUser = (): AdapterUser => ({
  id: fresh(),
  name: "Ada Ωmega",
  email: `${fresh()}@example.com`,
  emailVerified: null,
  image: "https://img.example.com/a.png",
});

export const newAccount = (userId: string): AdapterAccount => ({
  userId,
  type: "oauth",
  provider: "github",
  providerAccountId: fresh(),
  access_token: "access-token-of-a-test",
  token_type: "bearer",
  expires_at: endOfToken(),
  scope: "read:user",
});

export const newSession = (userId: string) => ({ sessionToken: fresh(), userId, expires: inOneHour() });

export const newToken = (): VerificationToken => ({
  identifier: `${fresh()}@example.com`,
  token: `${fresh()}${fresh()}`.replaceAll("-", ""),
  expires: inOneHour(),
});

export const newAuthenticator = (userId: string): AdapterAuthenticator => ({
  credentialID: btoa(fresh()),
  userId,
  providerAccountId: fresh(),
  credentialPublicKey: btoa("a public key of a test"),
  counter: 0,
  credentialDeviceType: "singleDevice",
  credentialBackedUp: false,
  transports: "internal,hybrid",
});

/** @throws Error saying what was expected, when it does not hold */
export function expect(holds: boolean, expectation: string): asserts holds {
  if (!holds) throw new Error(`Expected: ${expectation}`);
}

/** @throws Error when a date is none, or another one (stores may drop milliseconds) */
export function expectDate(actual: unknown, wanted: Date, name: string): void {
  expect(actual instanceof Date, `${name} is a Date`);
  expect(Math.abs(actual.getTime() - wanted.getTime()) < 1000, `${name} is ${wanted.toISOString()}`);
}

/** @throws Error when a date is none, or another instant; a column of whole seconds drops the milliseconds */
export function expectInstant(actual: unknown, wanted: Date): void {
  expect(actual instanceof Date, `a Date, not ${JSON.stringify(actual)}`);
  const difference = Math.abs(actual.getTime() - wanted.getTime());
  const isSame = difference === 0 || (actual.getMilliseconds() === 0 && difference < 1000);
  expect(isSame, `${wanted.toISOString()}, not ${actual.toISOString()}`);
}
