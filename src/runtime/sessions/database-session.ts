/** Sessions in a store: the cookie holds only the token that finds the row. */
import { AuthError, SessionTokenError, SignOutError, toError } from "../errors/index.js";
import { clearSessionCookies, type SessionCookies, writeSessionCookies } from "../http/cookie-chunks.js";
import { FlowFailure } from "../http/flow-result.js";
import { hashToken } from "../security/hash.js";
import { endedSessionsOf, hasLastingMark } from "../security/marks.js";
import type { AdapterSession, AdapterUser } from "../types/adapter.js";
import type { JWT, Session } from "../types/entities.js";
import type { CookieChange } from "../http/cookies.js";
import type { SessionContext, SessionRead, SessionStrategy, SignInResult } from "../types/resolved-config.js";
import { expiryOf, legacyCookiesOf, nobody, sessionCookiesOf } from "./strategy.js";
import { newToken } from "./new-token.js";
import { visible } from "./visible.js";

interface Row {
  /** What the cookie holds. A store that keeps only hashes has another value in its row. */
  readonly token: string;
  readonly session: AdapterSession;
  readonly user: AdapterUser;
  /** When the store was asked. */
  readonly readAt: number;
}

/** Our cookies, then what next-auth 4 has left: its cookie holds a token of the same store. */
function cookiesOf(context: SessionContext): SessionCookies {
  const [own, legacy] = [sessionCookiesOf(context), legacyCookiesOf(context)];
  if (legacy.names.length === 0) return own;
  // Each one is a question to the store.
  const values = [...new Set([...own.values, ...legacy.values])].slice(0, 2);
  return { values, names: [...own.names, ...legacy.names] };
}

export const databaseSessions: SessionStrategy = {
  async current(context) {
    const row = await find(context, cookiesOf(context));
    if (row === null || (await isOver(context, row))) return null;
    return { user: row.user, session: { ...row.session, sessionToken: row.token } };
  },

  async shown(context) {
    const found = await databaseSessions.current(context);
    return found && { ...found.user };
  },

  async sessionBinding(context) {
    const [token] = cookiesOf(context).values;
    return token === undefined ? undefined : hashToken(token, context.resolved.secrets);
  },

  async read(context) {
    return { ...(await run(context)), cookies: [] };
  },

  refresh: (context) => run(context),

  update: (context, data) => run(context, { data }),

  async create(context, signedIn) {
    const { keep, previous } = signedIn;
    const { names } = cookiesOf(context);
    if (keep !== undefined) return { cookies: write(context, keep.sessionToken, keep.expires, names) };
    const store = storeOf(context);
    const user = await storedUser(store, signedIn);
    const asked = {
      sessionToken: await newToken(context.resolved),
      userId: user.id,
      expires: expiryOf(context, Date.now() + (isJustProven(user) ? afterProofMs : 0)),
    };
    const created = await store.createSession(asked);
    // A column that the store's answer leaves out is as it was asked for.
    const { sessionToken, expires } = dated({
      ...created,
      sessionToken: created.sessionToken ?? asked.sessionToken,
      expires: created.expires ?? asked.expires,
    });
    if (previous !== undefined) await quietlyDelete(context, previous.sessionToken);
    return { cookies: write(context, sessionToken, expires, names) };
  },

  async end(context) {
    const { names, values } = cookiesOf(context);
    const cookies = clearSessionCookies(context.cookies.sessionToken, names);
    if (values.length === 0) return { cookies };
    try {
      let session: AdapterSession | null | undefined | void;
      // A leftover of the same name must not take the place of the session that is meant.
      for (const token of values) {
        const ended = await storeOf(context).deleteSession(token);
        session ??= ended;
      }
      await context.resolved.emit("signOut", { session });
      return { cookies };
    } catch (thrown) {
      throw new FlowFailure(new SignOutError(toError(thrown)), cookies);
    }
  },
};

function storeOf({ resolved }: SessionContext): NonNullable<SessionContext["resolved"]["adapter"]> {
  if (resolved.adapter === undefined) throw new SessionTokenError("There is no adapter");
  return resolved.adapter;
}

/** Credentials bring their own user: only one that the store knows can have a row. */
async function storedUser(
  store: ReturnType<typeof storeOf>,
  { user, isAsserted }: SignInResult,
): Promise<Pick<AdapterUser, "id"> & MaybeProven> {
  const { id } = user;
  if (id === undefined) throw new AuthError("A database session needs a user with an id");
  const stored = isAsserted ? await store.getUser(id) : user;
  if (stored !== null) return { ...stored, id };
  throw new AuthError(
    'authorize() returned a user that the adapter does not know; return a stored user or set session.strategy to "jwt"',
  );
}

async function find(context: SessionContext, { values }: SessionCookies): Promise<Row | null> {
  for (const value of values) {
    const readAt = Date.now();
    const row = await storeOf(context).getSessionAndUser(value);
    // A store may keep the row of a user who is gone: that is nobody.
    if (row?.user && row.session)
      return { user: row.user, session: dated(row.session), token: value, readAt };
    if (row?.session) await quietlyDelete(context, value);
  }
  return null;
}

/** Tidying up; that a row stays is in the log, and no reason to fail. */
async function quietlyDelete(context: SessionContext, token: string): Promise<void> {
  await Promise.resolve(storeOf(context).deleteSession(token)).catch(() => undefined);
}

/** Stores without a type for dates give text or numbers; what is no date at all must not count as "for ever". */
function dated(session: AdapterSession): AdapterSession {
  const expires = new Date(session.expires);
  if (Number.isNaN(expires.valueOf())) throw new SessionTokenError("The stored session has no valid expiry");
  return { ...session, expires };
}

/** A row of a session that has ended is removed. */
async function isOver(context: SessionContext, row: Row): Promise<boolean> {
  const isAlive = row.session.expires.valueOf() >= Date.now();
  if (isAlive && !(await isFromBeforeProof(context, row))) return false;
  await quietlyDelete(context, row.token);
  return true;
}

/** Stores may keep whole seconds only: what was made shortly after the proof may be of before it. */
const roundingMs = 2000;
/** By so much a session ends later whose sign-in saw the proof: so it tells itself apart. */
const afterProofMs = 3000;

type MaybeProven = Partial<Pick<AdapterUser, "emailVerified">>;

const provenAt = ({ emailVerified }: MaybeProven): number =>
  emailVerified ? new Date(emailVerified).valueOf() : Number.NaN;

const isJustProven = (user: MaybeProven): boolean => Date.now() - provenAt(user) <= afterProofMs;

/**
 * Was it begun before a mail proved the user's address, maybe by somebody else? No store lists the sessions of a user,
 * so each is asked when it comes back: by its dates, and only where they say so by the mark that the proof has left.
 */
async function isFromBeforeProof(context: SessionContext, { session, user }: Row): Promise<boolean> {
  const written = session.expires.valueOf() - context.resolved.session.maxAge * 1000;
  return written <= provenAt(user) + roundingMs && hasLastingMark(context.resolved, endedSessionsOf(user));
}

function write(
  { cookies }: SessionContext,
  value: string,
  expires: Date,
  before: readonly string[],
): readonly CookieChange[] {
  return writeSessionCookies(cookies.sessionToken, value, before, { expires });
}

/** Row, extension, callback, event. */
async function run(context: SessionContext, update?: { data: unknown }): Promise<SessionRead> {
  const found = cookiesOf(context);
  if (found.names.length === 0) return nobody;
  const { resolved, cookies } = context;
  // A legacy cookie that finds nothing may be another app's on this host.
  const { names } = sessionCookiesOf(context);
  const cleared = { session: null, cookies: clearSessionCookies(cookies.sessionToken, names) };
  const row = await find(context, found).catch((thrown: unknown) => {
    throw new SessionTokenError(toError(thrown));
  });
  if (row === null) return cleared;
  if (await isOver(context, row)) return cleared;
  const expires = await extend(context, row);
  const given = await show(context, row, update);
  await resolved.emit("session", { session: given } as { session: Session; token: JWT });
  return {
    session: visible(given, { user: row.user, tokens: [row.token, row.session.sessionToken] }),
    user: row.user,
    adapterSession: row.session,
    cookies: write(context, row.token, expires, found.names),
  };
}

/**
 * Writes the new expiry at most once per updateAge. A store that refuses costs the extension, not the session. It counts
 * from when the row was read: a proof that came since has not judged it.
 */
async function extend(context: SessionContext, { session, token, readAt }: Row): Promise<Date> {
  const { maxAge, updateAge } = context.resolved.session;
  const due = session.expires.valueOf() - (maxAge - updateAge) * 1000;
  const expires = expiryOf(context, readAt);
  if (due <= readAt) {
    await Promise.resolve(storeOf(context).updateSession({ sessionToken: token, expires })).catch(
      () => undefined,
    );
  }
  return expires;
}

async function show(
  context: SessionContext,
  row: Row,
  update: { data: unknown } | undefined,
): Promise<Session> {
  const { session } = context.resolved.callbacks;
  const params = {
    session: { ...row.session, user: row.user },
    user: row.user,
    ...(update === undefined ? undefined : { newSession: update.data, trigger: "update" as const }),
  };
  try {
    return (await session(params as unknown as Parameters<typeof session>[0])) as Session;
  } catch (thrown) {
    throw new SessionTokenError(toError(thrown));
  }
}
