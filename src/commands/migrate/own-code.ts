/** What an app's own code takes for granted of next-auth 4: names of cookies, and texts of errors. */
import type { OwnCode, Surveyed } from "./read-file.js";
import { mergeChanges, type Change } from "./change.js";
import { migrateAuthorize } from "./constructs/authorize/rewrite.js";
import { migrateCookies } from "./constructs/cookies/rewrite.js";
import { guardSession, type GuardSession } from "./constructs/with-auth/scope.js";
import { migrateSignIn, thrownTexts, type ThrownTexts } from "./constructs/sign-in/rewrite.js";

/** What is known of the app when all its files have been read. */
export interface AppFacts {
  /** For a guard: how the app's options write the session cookie. */
  readonly session: GuardSession;
  /** The options name the session cookie themselves: it stays. */
  readonly keepsCookie: boolean;
  readonly texts: ThrownTexts;
  /** To TypeScript, users always have an id. */
  readonly hasUserId: boolean;
}

export function appFacts(all: readonly Surveyed[]): AppFacts {
  const usesOptions = all.some(({ calls }) => calls.inits.length + calls.sessions.length > 0);
  const options = all.flatMap((one) => one.options);
  const keepsCookie = options.some(
    ({ members: { cookies } }) => cookies && (!cookies.isFixed || cookies.text.includes("sessionToken")),
  );
  const page = options.flatMap(({ errorPage }) => errorPage ?? [])[0];
  const signIns = all.flatMap(({ own }) => own?.signIn ?? []);
  return {
    session: guardSession(options, usesOptions),
    keepsCookie,
    texts: thrownTexts(signIns, page),
    hasUserId: all.some(({ own }) => own?.authorize.declaresUserId === true),
  };
}

export const migrateOwnCode = (
  { text }: Surveyed,
  own: OwnCode,
  { keepsCookie, texts, hasUserId }: AppFacts,
  quote: string,
): Change =>
  mergeChanges([
    migrateCookies(text, own.cookies, keepsCookie),
    migrateSignIn({ text, quote }, own.signIn, texts),
    migrateAuthorize(own.authorize, quote, hasUserId),
  ]);
