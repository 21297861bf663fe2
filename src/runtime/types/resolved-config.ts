/**
 * The finished configuration, and the session strategy that it chooses: each names the other, so they stand together.
 * Internal: nothing here is exported from the package.
 */
import type { AuthError } from "../errors/index.js";
import type { CookieChange } from "../http/cookies.js";
import type { RecordedEvent } from "./callbacks.js";
import type { Site } from "./site.js";
import type { CookiePolicy } from "../http/cookie-policy.js";
import type { RevokedSessions } from "../sessions/revoked-sessions.js";
import type { AdapterSession, AdapterUser, WrappedAdapter } from "./adapter.js";
import type { Callbacks, EventCallbacks } from "./callbacks.js";
import type { AnyAuthConfig, JWTOptions, LoggerInstance, PagesOptions } from "./config.js";
import type { Account, Awaitable, JWT, Profile, Session, User } from "./entities.js";
import type { InternalProvider, ProviderKinds } from "./finished-provider.js";
import type { PluginHost } from "../plugins/host/plugin-host.js";
import type { RedirectProxy } from "./redirect-proxy.js";
import type { Theme } from "./theme.js";
import type { SpentValues, Tries } from "./throttle.js";

/** A URL of Next.js, which takes the `basePath` of next.config off the path. */
export interface RewritableUrl extends URL {
  readonly basePath: string;
  clone(): RewritableUrl;
}

/** Pages at addresses of their own. */
export interface OwnAddresses {
  /** All of them; one part may be a name. */
  readonly all: readonly string[];
  /** The address of a page, by its path below the base path; undefined: it has none. */
  of(path: string): string | undefined;
  /** The page at an address, compared literally, by its path below the base path; undefined: none of ours. */
  pageAt(pathname: string): string | undefined;
  /**
   * Where a guard in front of a router sends the request for a page: to the endpoints, with the address still in the
   * browser. undefined: none of ours.
   */
  rewrite(asked: RewritableUrl, basePath: string): URL | undefined;
}

/** Everything known from the config, worked out once per config object, and never changed. */
export interface ResolvedConfig {
  /** Called where a change was written. Never throws. */
  readonly record: (event: RecordedEvent) => void;
  readonly config: AnyAuthConfig;
  /** Newest first; empty when missing. */
  readonly secrets: readonly string[];
  /** Those, behind the one that is announced: other processes may seal and hash with it already. */
  readonly acceptedSecrets: readonly string[];
  /** What `jwt.decode` is given. */
  readonly decodeSecret: string | string[];
  /** What is wrong with the config whatever the request is; every request is answered with it. */
  readonly problem: AuthError | undefined;
  /** That, where sessions cannot be read with it; for anything else it is logged once, and reading goes on. */
  sessionProblem(): AuthError | undefined;
  /** `/auth` unless the config or the site's URL says otherwise; an empty string at the root. */
  readonly basePath: string;
  /** Origin of AUTH_URL; it wins over what a request says. */
  readonly siteOrigin: string | undefined;
  /**
   * The site as links of mails name it: at the host of the request where AUTH_URL or a list of the app names it, else at
   * AUTH_URL.
   *
   * @throws AuthError where nothing but a header of the request says which site that is
   */
  readonly mailedSite: (site: Site) => Promise<Site>;
  /** Path of AUTH_URL; an empty string at the root. */
  readonly sitePath: string;
  readonly trustHost: boolean;
  /** Hosts that are trusted by name, as `trustHost` and AUTH_TRUST_HOST list them; lower case. */
  readonly trustedHosts: readonly string[];
  /** Header in which that platform names the client, whatever the client sends. */
  readonly clientHeader: string | undefined;
  /** Set by the integrations: loopback host names need no trust. */
  readonly trustLoopback: boolean;
  /** Where a shared proxy takes the callbacks of providers; from the config or the environment. */
  readonly redirectProxy: RedirectProxy | undefined;
  /** Value of NODE_ENV. */
  readonly mode: string | undefined;
  /** Address of the local identity provider, from the environment of a development server. */
  readonly devIdp: string | undefined;
  readonly adapter: WrappedAdapter | undefined;
  readonly plugins: PluginHost | undefined;
  readonly strategy: "jwt" | "database";
  readonly session: {
    readonly maxAge: number;
    readonly updateAge: number;
    readonly absoluteMaxAge: number | undefined;
    readonly generateSessionToken: () => Awaitable<string>;
  };
  readonly sessions: SessionStrategy;
  readonly revokedSessions: RevokedSessions;
  /** Whether who reads this token can ask if its session was ended; else it is read, and its end stays. */
  readonly mayExtend: (token: JWT) => boolean;
  readonly tries: Tries;
  /** Sign-ins that came back, and passkey challenges that were answered rightly. */
  readonly spent: SpentValues;
  readonly jwt: JWTOptions & Required<Pick<JWTOptions, "secret">>;
  readonly callbacks: Callbacks<JWT, unknown>;
  /** Runs an event handler: caught, logged, with a deadline; it never breaks the flow. */
  emit<K extends keyof EventCallbacks>(
    name: K,
    message: Parameters<EventCallbacks[K]>[0],
  ): Promise<void> | undefined;
  readonly pages: Partial<PagesOptions>;
  /** With the option `pageAddresses`, once `settings/with-parts.ts` has loaded what reads it. */
  readonly addresses?: OwnAddresses;
  readonly theme: Theme;
  readonly logger: LoggerInstance;
  readonly policies: { readonly http: CookiePolicy; readonly https: CookiePolicy };
  readonly providerIds: readonly string[];
  /** All of them, or those of one kind, in the order of the config. */
  providers(): readonly InternalProvider[];
  providers<K extends keyof ProviderKinds>(kind: K): readonly ProviderKinds[K][];
  /** Loads what `settings/with-parts.ts` completes the configuration with; undefined: it is complete. */
  readonly signOut: (() => Promise<SignOutParts>) | undefined;
  /** Finished on first use, once each. */
  provider(id: string): InternalProvider | undefined;
}

/** What providers bring that end sessions at their side, or here. */
export interface SignOutParts {
  /** The configuration with what their options ask for; the same one each time. */
  withSignOut(resolved: ResolvedConfig): ResolvedConfig;
}

/** Who just proved to be whom; what `complete-sign-in.ts` and `SessionStrategy.create` work from. */
export interface SignInResult {
  readonly user: User | AdapterUser;
  readonly account: Account;
  readonly profile: Profile | undefined;
  /** The app's own code has said who it is: the store may not know the user. */
  readonly isAsserted: boolean;
  readonly isNewUser?: boolean | undefined;
  /** Seconds since 1970 at which the provider asked the person; 0: it does not say; undefined: they were asked now. */
  readonly askedAt?: number | undefined;
  /**
   * The account was added to a user who was there: to that of the session that is open, whose id and age stay, or to one
   * who has its address.
   */
  readonly adds?: "session" | "address" | undefined;
  /** Of the database strategy: the session that goes on because an account was added in it. */
  readonly keep?: AdapterSession | undefined;
  /** The session that this sign-in replaces. */
  readonly previous?: AdapterSession | undefined;
}

export interface SessionRead {
  /** What the session callback returned; null: nobody. */
  readonly session: Session | null;
  /** Of the jwt strategy: the token after the jwt callback. */
  readonly token?: JWT | undefined;
  /** Of the database strategy. */
  readonly user?: AdapterUser;
  readonly adapterSession?: AdapterSession;
  /** Cookies to send along; empty after a plain `read`. */
  readonly cookies: readonly CookieChange[];
}

export interface CurrentUser {
  readonly user: AdapterUser;
  /** Of the database strategy. */
  readonly session?: AdapterSession;
}

/** One of two ways to keep a session. Chosen once, in `settings/resolve-config.ts`. */
export interface SessionStrategy {
  /**
   * Whom a page may greet: as the session has it, without callbacks or events; null when nobody is signed in. Of the jwt
   * strategy all of the token, of the database strategy name and address.
   */
  shown(context: SessionContext): Promise<JWT | null>;
  /** Who is it? Runs callbacks and events; never seals, never changes a cookie. */
  read(context: SessionContext): Promise<SessionRead>;
  /** The stored user behind the session cookie, for linking; null when nobody, without callbacks or events. */
  current(context: SessionContext): Promise<CurrentUser | null>;
  /** What tells this session from others, without asking the store; undefined: there is none. */
  sessionBinding(context: SessionContext): Promise<string | undefined>;
  /** `read` and the cookie that extends the session. */
  refresh(context: SessionContext): Promise<SessionRead>;
  /** A session for a person who just signed in. */
  create(context: SessionContext, signedIn: SignInResult): Promise<{ cookies: readonly CookieChange[] }>;
  /** POST /session: hands `data` to the callbacks. */
  update(context: SessionContext, data: unknown): Promise<SessionRead>;
  /** Ends the session and clears its cookies. */
  end(context: SessionContext): Promise<{ cookies: readonly CookieChange[] }>;
}

/** What a strategy needs to know of a request; a subset of FlowContext so that guards need no request object. */
export interface SessionContext {
  readonly resolved: ResolvedConfig;
  readonly cookies: CookiePolicy;
  /** Cookie header as it came: it may hold leftovers and duplicates. */
  readonly cookieHeader: string | null;
  /** Where the app is reached; undefined: no request is answered. */
  readonly site?: Site;
}
