/** Entry point `authwright/testing`: sessions for the tests of an app, without a provider. */
import { cookieLine, type CookieChange } from "../http/cookies.js";
import { siteAt } from "../settings/origin.js";
import { resolveConfigWithEnv } from "../settings/resolve-config.js";
import type { RoleName } from "../plugins/organizations/permissions.js";
import type { AdapterUser } from "../types/adapter.js";
import type { AuthConfig } from "../types/config.js";
import type { Account, User } from "../types/entities.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

export { MemoryAdapter as fakeStore } from "../adapters/memory.js";

/** What a session is made for. */
export interface SessionOptions {
  /** Address of the app, such as `http://localhost:3000`: its scheme decides which cookie it is. */
  readonly url: string;
  /**
   * The configuration of the app: its callbacks run as at a sign-in, and with sessions in a database the rows are made.
   * Default: one with AUTH_SECRET of the environment alone.
   */
  readonly config?: Partial<AuthConfig> | undefined;
  /** What the `jwt` and `signIn` callbacks are told of the way in. Default: provider "testing". */
  readonly account?: Partial<Account> | undefined;
  /**
   * Organisations that the user is a member of, by slug, with the role: of the plugin `organizations`. The rows are written
   * into the store of the configuration, and stay there. One that is missing is made, with an owner of its own where this
   * user is none. Default: none is changed.
   * @example await mintSession(ada, { url, config, memberOf: { acme: "admin" } });
   */
  readonly memberOf?: Readonly<Record<string, RoleName>> | undefined;
}

/** A cookie as Playwright's `context.addCookies` takes it. */
export interface SessionCookie {
  /** As the app's configuration names it. */
  readonly name: string;
  /** The sealed session, or the token of its row. */
  readonly value: string;
  /** Host of the app, or the domain that the configuration says. */
  readonly domain: string;
  /** Usually `/`. */
  readonly path: string;
  /** No script of a page can read it. */
  readonly httpOnly: boolean;
  /** It is sent over https alone. */
  readonly secure: boolean;
  /** Whether requests of other sites carry it (RFC 6265bis section 5.6.7). */
  readonly sameSite: "Lax" | "Strict" | "None";
  /** Seconds since 1970. */
  readonly expires: number;
}

/** A session that nobody had to sign in for. */
export interface MintedSession {
  /** One, or the parts of a long one. */
  readonly cookies: readonly SessionCookie[];
  /** For `fetch`: the `Cookie` header. */
  readonly header: string;
}

/** What this needs of a browser; a context of Playwright has it. */
export interface BrowserContextLike {
  /** Puts cookies into the browser. */
  addCookies(cookies: SessionCookie[]): Promise<void>;
}

/**
 * Makes a session as a sign-in would: with the secret, the callbacks and the store of the app.
 *
 * @param user who is signed in. With an adapter the user of this address, who is made where there is none
 * @param options address of the app, and its configuration
 * @throws TypeError when there is no secret, the configuration cannot keep sessions, or `memberOf` has no adapter for it
 * @throws OrganizationError for a slug in `memberOf` that no organisation can have
 * @example
 * const { header } = await mintSession({ name: "Ada", email: "ada@example.com" }, { url, config });
 * const answer = await fetch(`${url}/api/orders`, { headers: { cookie: header } });
 */
export async function mintSession(user: User, options: SessionOptions): Promise<MintedSession> {
  const { url, config = {}, account } = options;
  const { origin, hostname } = new URL(url);
  const resolved = resolveConfigWithEnv({ providers: [], ...config });
  assertUsable(resolved);
  const site = siteAt(resolved, origin, { isVouchedFor: true });
  const stored = await storedUser(resolved, user);
  if (options.memberOf !== undefined) await makeMember(resolved, stored, options.memberOf);
  const context = { resolved, cookies: site.cookies, cookieHeader: null };
  const id = String(stored.id ?? "1");
  const { cookies } = await resolved.sessions.create(context, {
    user: stored,
    account: { provider: "testing", type: "credentials", providerAccountId: id, userId: id, ...account },
    profile: undefined,
    isAsserted: false,
  });
  if (cookies.length === 0) throw new TypeError("The jwt callback gave no token, so there is no session");
  return {
    cookies: cookies.map((change) => toSessionCookie(change, hostname)),
    header: cookies.map((change) => cookieLine(change).split(";", 1)[0]).join("; "),
  };
}

/**
 * Signs a browser in: all pages of the context are the user's from their next request on.
 *
 * @param context of Playwright: `page.context()`, or the fixture `context`
 * @param user as for {@link mintSession}
 * @param options as for {@link mintSession}
 * @throws TypeError as {@link mintSession}
 * @example
 * test("orders", async ({ page, context, baseURL }) => {
 *   await signInBrowser(context, { name: "Ada", email: "ada@example.com" }, { url: baseURL!, config });
 *   await page.goto("/orders");
 * });
 */
export async function signInBrowser(
  context: BrowserContextLike,
  user: User,
  options: SessionOptions,
): Promise<void> {
  const { cookies } = await mintSession(user, options);
  await context.addCookies([...cookies]);
}

function assertUsable({ secrets, strategy, adapter, config }: ResolvedConfig): void {
  if (secrets.length === 0)
    throw new TypeError("There is no secret: set AUTH_SECRET to that of the app, or give its configuration");
  if (strategy === "database" && adapter === undefined)
    throw new TypeError(
      `Sessions of strategy ${config.session?.strategy} need the adapter of the configuration`,
    );
}

/** The user of the store, where there is one. */
async function storedUser({ adapter }: ResolvedConfig, user: User): Promise<User | AdapterUser> {
  if (adapter === undefined || !user.email) return { id: "1", ...user };
  const known = await adapter.getUserByEmail(user.email);
  if (known !== null) return known;
  const { id = crypto.randomUUID(), name = null, email, image = null } = user;
  return adapter.createUser({ ...user, id, name, email, image, emailVerified: new Date() });
}

async function makeMember(
  { adapter, config }: ResolvedConfig,
  { id, email }: User | AdapterUser,
  memberOf: NonNullable<SessionOptions["memberOf"]>,
): Promise<void> {
  // Without its plugins a configuration asks no store for rows of theirs: a test may leave them out.
  const kept = config.adapter;
  const records = kept?.records?.bind(kept);
  if (adapter === undefined || records === undefined || !id || !email)
    throw new TypeError(
      "memberOf needs a user with an address, and an adapter of the configuration that keeps rows of plugins",
    );
  const { seedMembership } = await import("../plugins/organizations/seed-membership.js");
  const store = { users: adapter, records };
  for (const [slug, role] of Object.entries(memberOf))
    await seedMembership(store, { userId: id, slug, role });
}

function toSessionCookie({ name, value, options }: CookieChange, hostname: string): SessionCookie {
  const { domain, path = "/", httpOnly = true, secure = false, sameSite, expires } = options;
  return {
    name,
    value,
    domain: domain ?? hostname,
    path,
    httpOnly,
    secure,
    sameSite: sameSite === "none" ? "None" : sameSite === "strict" ? "Strict" : "Lax",
    expires: Math.floor((expires?.getTime() ?? Date.now() + 3_600_000) / 1000),
  };
}
