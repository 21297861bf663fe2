import type { SerializeOptions } from "cookie";
import type { raw, skipCSRFCheck } from "../options.js";
import type { Adapter, AdapterSession, AdapterUser } from "./adapter.js";
import type { Account, Awaitable, DefaultSession, JWT, Profile, Session, User } from "./entities.js";
import type { CredentialInput, Provider } from "./provider.js";

export interface Theme {
  colorScheme?: "auto" | "dark" | "light";
  /** URL or absolute path of an image. */
  logo?: string;
  /** CSS colour. */
  brandColor?: string;
  /** CSS colour. */
  buttonText?: string;
}

export interface PagesOptions {
  signIn: string;
  signOut: string;
  error: string;
  verifyRequest: string;
  newUser: string;
}

export interface CookieOption {
  name: string;
  /** As `serialize` of the cookie package takes them; `maxAge` in seconds. */
  options: SerializeOptions;
}

export type CookieKey =
  | "sessionToken"
  | "callbackUrl"
  | "csrfToken"
  | "pkceCodeVerifier"
  | "state"
  | "nonce"
  | "webauthnChallenge";

export type CookiesOptions = Record<CookieKey, Partial<CookieOption>>;

export type WarningCode =
  | "debug-enabled"
  | "csrf-disabled"
  | "env-url-basepath-redundant"
  | "env-url-basepath-mismatch"
  | "experimental-webauthn"
  | (string & {});

export interface LoggerInstance {
  error: (error: Error) => void;
  warn: (code: WarningCode) => void;
  debug: (message: string, metadata?: unknown) => void;
}

export interface JWTEncodeParams<Payload = JWT> {
  token?: Payload;
  secret: string | string[];
  /** Usually the cookie's name; part of the key derivation. */
  salt: string;
  /** Seconds; default 2592000 (30 days). */
  maxAge?: number;
}

export interface JWTDecodeParams {
  token?: string;
  secret: string | string[];
  salt: string;
}

export interface JWTOptions {
  secret: string | string[];
  /** Seconds; default: `session.maxAge`. */
  maxAge: number;
  encode: (params: JWTEncodeParams) => Awaitable<string>;
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>;
}

/**
 * @typeParam Token what the `jwt` callback makes; the `session` callback gets it
 * @typeParam Shown what the `session` callback makes; `auth()` and `getSession` return it
 */
export interface Callbacks<Token extends JWT = JWT, Shown = Session | DefaultSession> {
  signIn: (params: {
    user: User | AdapterUser;
    account?: Account | null;
    profile?: Profile;
    email?: { verificationRequest?: boolean };
    credentials?: Record<string, CredentialInput | unknown>;
  }) => Awaitable<boolean | string>;
  redirect: (params: { url: string; baseUrl: string }) => Awaitable<string>;
  session: (
    params: { session: Session & Omit<AdapterSession, "expires">; user: AdapterUser; token: Token } & {
      newSession?: unknown;
      trigger?: "update";
    },
  ) => Awaitable<Shown>;
  jwt: (params: {
    token: JWT;
    user?: User | AdapterUser;
    account?: Account | null;
    profile?: Profile;
    trigger?: "signIn" | "signUp" | "update";
    /** @deprecated use `trigger === "signUp"` */
    isNewUser?: boolean;
    /** Data from the client's session update. Validate it. */
    // oxlint-disable-next-line no-explicit-any -- fixed by the interface
    session?: any;
  }) => Awaitable<Token | null>;
}

/**
 * What `auth()` and `getSession` return: what the `session` callback makes, without the members that only it sees;
 * `Session` where nothing is known of the callback.
 */
export type Visible<Shown> = [DefaultSession] extends [Shown]
  ? Session
  : Shown extends { sessionToken: unknown }
    ? Omit<Shown, "sessionToken" | "userId">
    : Shown;

export interface EventCallbacks {
  signIn: (message: {
    user: User;
    account?: Account | null;
    profile?: Profile;
    isNewUser?: boolean;
  }) => Awaitable<void>;
  signOut: (
    message: { session: AdapterSession | null | undefined | void } | { token: JWT | null },
  ) => Awaitable<void>;
  createUser: (message: { user: User }) => Awaitable<void>;
  updateUser: (message: { user: User }) => Awaitable<void>;
  linkAccount: (message: {
    user: User | AdapterUser;
    account: Account;
    profile: User | AdapterUser;
  }) => Awaitable<void>;
  session: (message: { session: Session; token: JWT }) => Awaitable<void>;
}

/** How often something happened in the present window. */
export interface ThrottleCount {
  readonly count: number;
  /** Until the window ends and the count starts anew. */
  readonly secondsLeft: number;
}

/** Counts of tries that all processes of an app share. Keys are hashes: they name nobody. */
export interface ThrottleStore {
  /** Adds one in a single step; the first one opens a window of this length. @returns the count with this one */
  add(key: string, windowSeconds: number): Awaitable<ThrottleCount>;
  /** The present count; null when no window is open. */
  read(key: string): Awaitable<ThrottleCount | null>;
}

/** Sessions of the jwt strategy that were signed out, for all processes of an app. */
export interface RevocationStore {
  /** Remembers an id until no token that carries it can be valid any more. */
  add(id: string, until: Date): Awaitable<unknown>;
  has(id: string): Awaitable<boolean>;
}

/** A callback that many deployments share, such as previews, which no provider knows. */
export interface RedirectProxy {
  /** Address of the endpoints that the provider knows. Example: `https://app.example.com/api/auth`. */
  url: string;
  /**
   * Read by the proxy itself: the origins to which it passes answers on. Each is an exact https origin, or has `*` for
   * the first label of a host with at least three more: `https://*.preview.example.com`. Default: none but its own.
   */
  origins?: readonly string[] | undefined;
}

/** The configuration of `Auth`. Never changed by the library; it may be frozen and mounted twice. */
export interface AuthConfig {
  providers: Provider[];
  adapter?: Adapter | undefined;
  /** Newest first: the first one seals, any one opens. */
  secret?: string | string[] | undefined;
  basePath?: string | undefined;
  session?:
    | {
        strategy?: "jwt" | "database" | undefined;
        /** Seconds; default 2592000 (30 days). */
        maxAge?: number | undefined;
        /** Seconds; default 86400 (1 day); 0 writes at every access. */
        updateAge?: number | undefined;
        generateSessionToken?: (() => string) | undefined;
        /**
         * Strategy jwt: makes a sign-out end every copy of the session's cookie, in every process. It is asked
         * whenever a session is read, and while it is down no session can be read. Without it a copy that was
         * made before the sign-out stays valid until it expires. Each session's token carries an id, `rid`.
         */
        revocation?: RevocationStore | undefined;
      }
    | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  callbacks?: Partial<Callbacks> | undefined;
  events?: Partial<EventCallbacks> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  cookies?: Partial<CookiesOptions> | undefined;
  useSecureCookies?: boolean | undefined;
  trustHost?: boolean | undefined;
  debug?: boolean | undefined;
  logger?: Partial<LoggerInstance> | undefined;
  theme?: Theme | undefined;
  /**
   * One registered callback for many deployments: its address, with the origins to which it may pass answers on.
   * Default: AUTH_REDIRECT_PROXY_URL and AUTH_REDIRECT_PROXY_ORIGINS (with commas between them).
   */
  redirectProxyUrl?: string | RedirectProxy | undefined;
  /**
   * How often somebody may try: 10 mails to one address in 10 minutes; 20 wrong credentials, passkeys or mail codes
   * for one identifier or one client address in 15 minutes; then 429. Counted in memory, per process.
   * Give a store to count across processes (while it is down, memory counts), or false for no limit at all.
   */
  throttle?: false | ThrottleStore | undefined;
  /** Seconds that a store and an event handler may take; default 10. A slow store is an error, a slow event is left. */
  deadlineSeconds?: number | undefined;
  skipCSRFCheck?: typeof skipCSRFCheck | undefined;
  raw?: typeof raw | undefined;
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined;
}
