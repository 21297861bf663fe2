/**
 * Providers that know `max_age` are asked to sign a person in anew where somebody wants it, and say when they have asked
 * (OpenID Connect Core 1.0, sections 2 and 3.1.2.1).
 */
import { OAuthCallbackError } from "../errors/index.js";
import { clearCookie, type CookieChange } from "../http/cookies.js";
import { openingSecrets, type Reauthentication, secondsFrom } from "../security/check-cookie.js";
import { toleranceSeconds, unseal } from "../security/seal.js";
import type { FlowContext } from "../types/flow.js";
import { wishCookieOf } from "./max-age.js";
import type { OAuthProvider } from "../types/finished-provider.js";

/** What a start asks its provider. */
export interface StartQuestion {
  readonly question: Reauthentication | undefined;
  readonly cookies: readonly CookieChange[];
}

/** In an open session the person may be another one by now; the number is for providers that do not know `prompt`. */
const inSession: Reauthentication = { maxAge: 300, by: "session" };

/** The form, the guard or the answer of before says how new the sign-in must be: the smallest number counts. */
export async function questionOf(context: FlowContext): Promise<StartQuestion> {
  const cookie = wishCookieOf(context.site);
  const value = context.request.cookie(cookie.name);
  const cookies = value === undefined ? [] : [clearCookie(cookie)];
  const form = await context.request.body();
  const wanted = [secondsFrom(form?.["maxAge"]), await wishIn(context, cookie.name, value)];
  const numbers = wanted.filter((seconds) => seconds !== undefined);
  if (numbers.length > 0) return { question: { maxAge: Math.min(...numbers), by: "form" }, cookies };
  const open = await context.sessions.shown(context).catch(() => null);
  return { question: open === null ? undefined : inSession, cookies };
}

async function wishIn(
  context: FlowContext,
  name: string,
  value: string | undefined,
): Promise<number | undefined> {
  if (value === undefined) return undefined;
  const opened = unseal(value, { secrets: openingSecrets(context), salt: name });
  const { maxAge } = await opened.catch(() => ({ maxAge: undefined }));
  return typeof maxAge === "number" ? maxAge : undefined;
}

/** Clocks differ: a time that is further ahead is none. */
const aheadSeconds = 60;

/**
 * When the provider has asked the person, by a verified ID token.
 *
 * @returns seconds since 1970, never later than now; 0: it does not say
 * @throws OAuthCallbackError where somebody asked for a newer sign-in, or for one whose time is known; its answer is a
 *   page that names other ways
 */
export async function askedAtOf(
  context: FlowContext<OAuthProvider>,
  claims: { readonly [name: string]: unknown } | undefined,
  question: Reauthentication | undefined,
): Promise<number> {
  const now = Math.floor(Date.now() / 1000);
  const told = claims?.["auth_time"];
  const askedAt =
    Number.isSafeInteger(told) && Number(told) <= now + aheadSeconds
      ? Math.min(Number(told), now)
      : undefined;
  if (question?.by === "form" && now - (askedAt ?? 0) > question.maxAge + toleranceOf) {
    const { id } = context.provider;
    throw Object.assign(
      new OAuthCallbackError(`${id} was sent max_age=${question.maxAge}: ${problemOf(askedAt, now)}`, {
        cause: { provider: id },
      }),
      { answer: await otherWays(context) },
    );
  }
  if (askedAt === undefined && question !== undefined)
    context.resolved.logger.warn(`${context.provider.id} was sent max_age: ${problemOf(askedAt, now)}`);
  return askedAt ?? 0;
}

/** Of the way back, and of two clocks. */
const toleranceOf = 2 * toleranceSeconds;

const problemOf = (askedAt: number | undefined, now: number): string =>
  askedAt === undefined
    ? 'its ID token says no auth_time in seconds, so that its sign-ins are never fresh. With reauthentication: "none" the time of its answer counts'
    : `its ID token says that it asked the person ${now - askedAt} seconds ago`;

/** Never a redirect: a page of the app might begin the same sign-in anew. */
async function otherWays(context: FlowContext<OAuthProvider>) {
  const { builtInErrorPage, lookOf, namesOf } = await import("./error-page.js");
  const look = lookOf(context.resolved, context.request);
  const names = namesOf(context, look, context.provider);
  const page = builtInErrorPage(context, { error: "Configuration", reason: "stale", names, look });
  return { ...page, status: 403 };
}
