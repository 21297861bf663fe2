/** Sessions in the cookie itself, as an encrypted token. */
import { JWTSessionError, SignOutError, toError } from "../errors/index.js";
import { clearSessionCookies, writeSessionCookies } from "../http/cookie-chunks.js";
import { FlowFailure } from "../http/flow-result.js";
import { unsealLegacy } from "../security/legacy-seal.js";
import { keepOwnClaims } from "../security/own-claims.js";
import { toleranceSeconds, unknownKeyOf, UnsealError } from "../security/seal.js";
import type { AdapterSession, AdapterUser } from "../types/adapter.js";
import type { JWT, Session } from "../types/entities.js";
import type {
  ResolvedConfig,
  SessionContext,
  SessionRead,
  SessionStrategy,
} from "../types/resolved-config.js";
import type { CookieChange } from "../http/cookies.js";
import { absoluteEndOf, endOf, lifeOf, withFirstSight } from "./absolute-age.js";
import { asserted, firstToken, isMeant } from "./first-token.js";
import { legacyCookiesOf, nobody, sessionCookiesOf } from "./strategy.js";
import { fail, logFailure, outlived, signedOut, unopened } from "./unopened.js";

export const jwtSessions: SessionStrategy = {
  async current(context) {
    const { adapter } = context.resolved;
    if (adapter === undefined) return null;
    const { token } = await open(context);
    const user = token?.sub === undefined ? null : await adapter.getUser(token.sub);
    return user === null || !isMeant(user, token) ? null : { user };
  },

  async shown(context) {
    return context.cookieHeader === null ? null : (await open(context)).token;
  },

  async sessionBinding(context) {
    return context.cookieHeader === null ? undefined : (await open(context)).token?.sub;
  },

  async read(context) {
    const { session, token } = await run(context, false);
    return { session, token, cookies: [] };
  },

  refresh: (context) => run(context, true),

  update: (context, data) => run(context, true, { data }),

  async create(context, signedIn) {
    const { cookies, resolved } = context;
    const legacy = await openLegacy(context);
    const names = [...sessionCookiesOf(context).names, ...(legacy?.names ?? [])];
    // One that was ended meanwhile has no age: what follows it is never fresh.
    const before = signedIn.adds === "session" ? ((await open(context)).token ?? {}) : undefined;
    const token = await resolved.callbacks.jwt(firstToken(signedIn));
    return {
      cookies:
        token === null
          ? clearSessionCookies(cookies.sessionToken, names)
          : await write(
              context,
              asserted(context, signedIn, resolved.revokedSessions.stamp(token, before, signedIn.askedAt)),
              names,
            ),
    };
  },

  async end(context) {
    const { resolved, cookies } = context;
    const { token, names, failure } = await open(context);
    const legacy = await openLegacy(context);
    const cleared = clearSessionCookies(cookies.sessionToken, [
      ...new Set([...names, ...(legacy?.names ?? [])]),
    ]);
    if (cleared.length === 0) return { cookies: [] };
    if (token === null) {
      logFailure(context, SignOutError, failure);
      return { cookies: cleared };
    }
    try {
      // The other cookie, if there is one, was the same person's before a migration.
      for (const each of [token, legacy?.token]) {
        if (each !== undefined) await resolved.revokedSessions.add(each, lastExpiryOf(context));
      }
    } catch (thrown) {
      throw new FlowFailure(new SignOutError(toError(thrown)), cleared);
    }
    await resolved.emit("signOut", { token });
    return { cookies: cleared };
  },
};

interface Opened {
  readonly token: JWT | null;
  /** Cookies that this answer is about. */
  readonly names: readonly string[];
  /** Why no token opened, where there was a cookie. */
  readonly failure?: Error | undefined;
  /** Comes from next-auth 4; a token of ours takes its place. */
  readonly isLegacy?: boolean;
  /** Its form is right, but it names a key that we don't have. */
  readonly unknownKey?: string | undefined;
}

type Jwt = ResolvedConfig["jwt"];

/** What `jwt.encode` and `jwt.decode` are given: the options, and the token. Spelled out, because a spread costs 2 µs. */
function paramsOf<T>({ secret: own, maxAge, encode, decode }: Jwt, token: T, salt: string, secret = own) {
  return { secret, maxAge, encode, decode, token, salt };
}

/** The token of the first cookie value that opens and was not signed out. */
async function open(context: SessionContext): Promise<Opened> {
  const { resolved, cookies } = context;
  const { names, values } = sessionCookiesOf(context);
  let failure: Error | undefined;
  let unknownKey: string | undefined;
  for (const token of values) {
    let opened: JWT | null;
    try {
      opened = await resolved.jwt.decode(
        paramsOf(resolved.jwt, token, cookies.sessionToken.name, resolved.decodeSecret),
      );
    } catch (thrown) {
      if (thrown instanceof UnsealError) unknownKey ??= unknownKeyOf(token, thrown);
      failure = thrown instanceof UnsealError ? unopened(cookies.sessionToken.name) : toError(thrown);
      continue;
    }
    if (opened === null || opened === undefined) continue;
    if (absoluteEndOf(resolved, opened) <= Date.now()) {
      failure = outlived;
      continue;
    }
    const isEnded = resolved.revokedSessions.has(opened);
    if (!(isEnded instanceof Promise ? await isEnded : isEnded)) return { token: opened, names };
    failure = signedOut;
  }
  // Most visitors have no session: for them nothing is awaited, and no stack is taken.
  if (names.length === 0 && legacyCookiesOf(context).names.length === 0) return { token: null, names };
  return openedLegacy(context, { token: null, names, failure, unknownKey });
}

/** What next-auth 4 has left, where no cookie of ours has opened. */
async function openedLegacy(context: SessionContext, opened: Opened): Promise<Opened> {
  const legacy = await openLegacy(context);
  if (legacy === null)
    return { ...opened, failure: opened.failure ?? new Error("The session cookie does not hold a session") };
  const names = [...opened.names, ...legacy.names];
  return (await context.resolved.revokedSessions.has(legacy.token))
    ? { token: null, names, failure: signedOut }
    : { token: legacy.token, names, isLegacy: true };
}

/**
 * A session of next-auth 4, also in a cookie that the app has named itself.
 * A cookie of that version's own names that does not open may be another app's on this host: it is left alone.
 */
async function openLegacy(context: SessionContext): Promise<{ token: JWT; names: readonly string[] } | null> {
  const { names, values } = legacyCookiesOf(context);
  for (const value of [...values, ...sessionCookiesOf(context).values]) {
    const token = await unsealLegacy(value, [context.resolved.jwt.secret].flat());
    if (token !== null) return { token, names };
  }
  return null;
}

/** After this no token of a session that ends now can be valid: others of its tokens may have been made just now. */
function lastExpiryOf({ resolved }: SessionContext): Date {
  const seconds = Math.max(resolved.session.maxAge, resolved.jwt.maxAge) + toleranceSeconds;
  return new Date(Date.now() + seconds * 1000);
}

/** Token, callbacks, event; sealed anew when the answer can carry cookies. */
async function run(
  context: SessionContext,
  isAnswered: boolean,
  update?: { data: unknown },
): Promise<SessionRead> {
  const { resolved, cookies } = context;
  const opened = await open(context);
  if (opened.names.length === 0) return nobody;
  const extend = isAnswered && (opened.token === null || resolved.mayExtend(opened.token));
  const cleared = (): SessionRead => ({
    session: null,
    cookies: extend ? clearSessionCookies(cookies.sessionToken, opened.names) : [],
  });
  if (opened.token === null) {
    const { failure, unknownKey } = opened;
    if (unknownKey === undefined || resolved.revokedSessions.isNewKey(unknownKey))
      logFailure(context, JWTSessionError, failure);
    // Another process may have a newer secret already; its users stay signed in there.
    return unknownKey === undefined ? cleared() : nobody;
  }
  // The jwt callback may change the token that it is given.
  const before = withFirstSight(resolved, { ...opened.token });
  const { token, session, isDue } = await callbacks(context, opened, before, update);
  if (token === null) return cleared();
  // A sign-out may have overtaken this read: the cookie must not come back.
  const isKept = !extend || !isDue || resolved.revokedSessions.has(before);
  const changes = (isKept instanceof Promise ? await isKept : isKept)
    ? []
    : await write(context, resolved.revokedSessions.stamp(token, before), opened.names).catch(fail);
  await resolved.emit("session", { session, token });
  return { session, token, cookies: changes };
}

/** When the token was made, in milliseconds since 1970, if it is too young for a new one; undefined: it is not. */
function youngSince({ resolved }: SessionContext, { token, isLegacy }: Opened): number | undefined {
  const { updateAge = 0 } = resolved.jwt;
  // Tokens of an app's own format may not say when they were made.
  if (updateAge <= 0 || isLegacy === true || typeof token?.iat !== "number") return undefined;
  return token.iat + updateAge > Date.now() / 1000 ? token.iat * 1000 : undefined;
}

/** A throw here is a fault of ours or the user's, not a sign-out: it ends the request and keeps the cookie. */
async function callbacks(
  context: SessionContext,
  found: Opened,
  before: JWT,
  update: { data: unknown } | undefined,
): Promise<{ token: null; session: null; isDue: false } | { token: JWT; session: Session; isDue: boolean }> {
  const { jwt, session } = context.resolved.callbacks;
  const madeAt = update ? undefined : youngSince(context, found);
  const opened = found.token as JWT;
  const written = madeAt === undefined ? "" : JSON.stringify(opened);
  try {
    const made = await jwt({
      token: opened,
      ...(update && { trigger: "update" as const, session: update.data }),
    });
    if (made === null) return { token: made, session: null, isDue: false };
    const token = keepOwnClaims(made, before);
    const isDue = madeAt === undefined || JSON.stringify(token) !== written;
    const { name, email, picture } = token;
    const params = {
      session: {
        user: { name, email, image: picture },
        expires: endOf(context, token, isDue ? undefined : madeAt).toISOString(),
      },
      token,
    };
    // The callback's type covers both strategies; the members of the other one are absent, as its users know.
    const shown = await session(
      params as unknown as Parameters<typeof session>[0] & { user: AdapterUser; session: AdapterSession },
    );
    return { token, session: shown as Session, isDue };
  } catch (thrown) {
    return fail(thrown);
  }
}

async function write(
  context: SessionContext,
  token: JWT,
  before: readonly string[],
): Promise<readonly CookieChange[]> {
  const { resolved, cookies } = context;
  const cookie = cookies.sessionToken;
  const expires = endOf(context, token);
  const params = paramsOf(resolved.jwt, token, cookie.name);
  params.maxAge = lifeOf(resolved, token);
  const value = await resolved.jwt.encode(params);
  return writeSessionCookies(cookie, value, before, { expires });
}
