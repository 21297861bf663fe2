/** Sessions in the cookie itself, as an encrypted token. */
import { JWTSessionError, SignOutError, toError } from "../errors.js";
import { clearSessionCookies, type SessionCookies, writeSessionCookies } from "../http/cookie-chunks.js";
import type { AdapterSession, AdapterUser } from "../types/adapter.js";
import type { JWT, Session } from "../types/entities.js";
import type { CookieChange, SessionContext, SessionRead, SessionStrategy, SignedIn } from "../types/flow.js";
import { expiryOf, nobody, sessionCookiesOf } from "./strategy.js";

export const jwtSessions: SessionStrategy = {
  async current(context) {
    const { adapter } = context.compiled;
    if (adapter === undefined) return null;
    const { token } = await open(context, sessionCookiesOf(context));
    const user = token?.sub === undefined ? null : await adapter.getUser(token.sub);
    return user === null ? null : { user };
  },

  async holder(context) {
    const found = sessionCookiesOf(context);
    return found.values.length === 0 ? undefined : (await open(context, found)).token?.sub;
  },

  async read(context) {
    const { session, token } = await run(context, sessionCookiesOf(context), false);
    return token === undefined ? { session, cookies: [] } : { session, token, cookies: [] };
  },

  refresh: (context) => run(context, sessionCookiesOf(context), true),

  update: (context, data) => run(context, sessionCookiesOf(context), true, { data }),

  async create(context, signedIn) {
    const { cookies, compiled } = context;
    const { names } = sessionCookiesOf(context);
    const token = await compiled.callbacks.jwt(firstToken(signedIn));
    return {
      cookies:
        token === null
          ? clearSessionCookies(cookies.sessionToken, names)
          : await write(context, token, names),
    };
  },

  async end(context) {
    const found = sessionCookiesOf(context);
    if (found.names.length === 0) return { cookies: [] };
    const { token, failure } = await open(context, found);
    if (token === null) context.compiled.logger.error(new SignOutError(failure));
    else {
      context.compiled.endedTokens.add(token.jti);
      await context.compiled.emit("signOut", { token });
    }
    return { cookies: clearSessionCookies(context.cookies.sessionToken, found.names) };
  },
};

/** The token of the first cookie value that opens, or why none does. */
async function open(
  { compiled, cookies }: SessionContext,
  { values }: SessionCookies,
): Promise<{ token: JWT | null; failure?: Error }> {
  let failure: Error | undefined;
  for (const value of values) {
    try {
      const token = await compiled.jwt.decode({
        ...compiled.jwt,
        token: value,
        salt: cookies.sessionToken.name,
      });
      if (token !== null && token !== undefined) return { token };
    } catch (thrown) {
      failure = toError(thrown);
    }
  }
  return { token: null, failure: failure ?? new Error("The session cookie does not hold a session") };
}

/** Token, callbacks, event; sealed anew when the answer can carry cookies. */
async function run(
  context: SessionContext,
  found: SessionCookies,
  extend: boolean,
  update?: { data: unknown },
): Promise<SessionRead> {
  if (found.names.length === 0) return nobody;
  const { compiled, cookies } = context;
  const cleared = (): SessionRead => ({
    session: null,
    cookies: extend ? clearSessionCookies(cookies.sessionToken, found.names) : [],
  });

  const opened = await open(context, found);
  if (opened.token === null) {
    compiled.logger.error(new JWTSessionError(opened.failure));
    return cleared();
  }
  const { token, session } = await callbacks(context, opened.token, update);
  if (token === null) return cleared();
  // A sign-out has overtaken this read: the cookie must not come back.
  const isEnded = compiled.endedTokens.has(opened.token.jti);
  const changes = extend && !isEnded ? await write(context, token, found.names) : [];
  await compiled.emit("session", { session, token });
  return { session, token, cookies: changes };
}

/** A throw here is a fault of ours or the user's, not a sign-out: it ends the request and keeps the cookie. */
async function callbacks(
  context: SessionContext,
  opened: JWT,
  update: { data: unknown } | undefined,
): Promise<{ token: null; session: null } | { token: JWT; session: Session }> {
  const { jwt, session } = context.compiled.callbacks;
  try {
    const token = await jwt(
      update === undefined ? { token: opened } : { token: opened, trigger: "update", session: update.data },
    );
    if (token === null) return { token, session: null };
    const { name, email, picture } = token;
    const params = {
      session: { user: { name, email, image: picture }, expires: expiryOf(context).toISOString() },
      token,
    };
    // The callback's type covers both strategies; the members of the other one are absent, as its users know.
    const shown = await session(
      params as unknown as Parameters<typeof session>[0] & { user: AdapterUser; session: AdapterSession },
    );
    return { token, session: shown as Session };
  } catch (thrown) {
    throw new JWTSessionError(toError(thrown));
  }
}

async function write(
  context: SessionContext,
  token: JWT,
  before: readonly string[],
): Promise<readonly CookieChange[]> {
  const { compiled, cookies } = context;
  const cookie = cookies.sessionToken;
  const value = await compiled.jwt.encode({ ...compiled.jwt, token, salt: cookie.name });
  return writeSessionCookies(cookie, value, before, { expires: expiryOf(context) });
}

/** Arguments of the `jwt` callback at sign-in. */
function firstToken({ user, account, profile, isNewUser }: SignedIn) {
  const { id, name, email, image } = user;
  return {
    token: {
      ...(name !== undefined && { name }),
      ...(email !== undefined && { email }),
      ...(image !== undefined && { picture: image }),
      ...(id !== undefined && { sub: String(id) }),
    },
    user,
    account,
    ...(profile === undefined ? undefined : { profile }),
    ...(isNewUser === undefined ? undefined : { isNewUser }),
    trigger: isNewUser === true ? ("signUp" as const) : ("signIn" as const),
  };
}
