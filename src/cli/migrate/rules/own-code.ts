/** What an app's own code takes for granted of next-auth 4: names of cookies, and texts of errors. */
import type { CookieName } from "../survey/cookies.js";
import type { AppOptions } from "../survey/options.js";
import type { SignInPlaces } from "../survey/sign-in.js";
import { migrateCookies } from "./cookies.js";
import { guardSession, type GuardSession } from "./guard-session.js";
import type { Finding } from "./imports.js";
import { migrateSignIn, thrownTexts, type ThrownTexts } from "./sign-in.js";
import type { TextEdit } from "../../edit/text-edit.js";

export interface OwnCode {
  readonly cookies: readonly CookieName[];
  readonly signIn: SignInPlaces;
}

/** What is known of the app when all its files have been read. */
export interface AppFacts {
  /** For a guard: how the app's options write the session cookie. */
  readonly session: GuardSession;
  /** The options name the session cookie themselves: it stays. */
  readonly keepsCookie: boolean;
  readonly texts: ThrownTexts;
}

interface Read {
  readonly options: readonly AppOptions[];
  readonly own: OwnCode | undefined;
}

export async function readOwnCode(
  text: string,
  file: string,
  signIns: ReadonlySet<string>,
): Promise<OwnCode> {
  const { locateCookieNames } = await import("../survey/cookies.js");
  const { locateSignIn } = await import("../survey/sign-in.js");
  return { cookies: locateCookieNames(text, file), signIn: locateSignIn(text, file, signIns) };
}

/** @param usesOptions the app has options somewhere, written out or not */
export function appFacts(all: readonly Read[], usesOptions: boolean): AppFacts {
  const options = all.flatMap((one) => one.options);
  const keepsCookie = options.some(({ members: { cookies } }) =>
    cookies === undefined ? false : !cookies.isFixed || cookies.text.includes("sessionToken"),
  );
  const page = options.flatMap(({ errorPage }) => errorPage ?? [])[0];
  return {
    session: guardSession(options, usesOptions),
    keepsCookie,
    texts: thrownTexts(
      all.flatMap(({ own }) => own?.signIn ?? []),
      page,
    ),
  };
}

const testFile = /(?:^|\/)(?:__tests__|__mocks__|tests?|cypress|e2e)\/|\.(?:test|spec|cy)\.\w+$/;

export function migrateOwnCode(
  { text, file, own }: { text: string; file: string; own: OwnCode | undefined },
  app: AppFacts,
  quote: string,
): { edits: readonly TextEdit[]; findings: readonly Finding[]; throws: boolean } {
  if (!own) return { edits: [], findings: [], throws: false };
  const cookies = migrateCookies(text, own.cookies, app.keepsCookie);
  const signIn = migrateSignIn(text, own.signIn, app.texts, quote);
  const findings = [...cookies.findings, ...signIn.findings];
  return {
    edits: [...cookies.edits, ...signIn.edits],
    // A test that fails says so itself.
    findings: testFile.test(file) ? findings.map((one) => ({ ...one, breaks: false })) : findings,
    throws: signIn.throws,
  };
}
