import type { SerializeOptions } from "cookie";
import type { AuthError } from "../errors.js";
import type { raw, skipCSRFCheck } from "../options.js";
import type { Adapter, AdapterSession, AdapterUser } from "./adapter.js";
import type { Account, Awaitable, DefaultSession, JWT, Profile, Session, User } from "./entities.js";
import type { CredentialInput, Provider } from "./provider.js";
import type { Metric } from "./metric.js";
import type {
  RevocationStore,
  SharedStore,
  ThrottleLimit,
  ThrottleOptions,
  ThrottleStore,
} from "./shared-store.js";

export type {
  RevocationStore,
  SharedStore,
  ThrottleCount,
  ThrottleLimit,
  ThrottleOptions,
  ThrottleStore,
} from "./shared-store.js";

/** Look of the built-in pages and of the mails that carry a sign-in link. What cannot be shown counts as absent. */
export interface Theme {
  /** Name of the app, in titles and sentences; at most 80 characters are shown. Default: none, "this site". */
  name?: string;
  /** Default: `auto`, as the browser has it. */
  colorScheme?: "auto" | "dark" | "light";
  /** An image above the heading: http(s) URL, absolute path or `data:image/…` of at most 100 kB. Default: none. */
  logo?: string;
  /** CSS colour of the main button. Default: near black, and near white on dark. */
  brandColor?: string;
  /** CSS colour of the main button's text. Default: black or white, whichever reads better on `brandColor`. */
  buttonText?: string;
  /**
   * false: the sign-in page does not mark the way that was used last, and sets no cookie to know it.
   * Default: true; the cookie holds the provider's id and nothing else.
   */
  lastUsed?: boolean;
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
  | "webauthnChallenge"
  | "knownBrowser"
  | "lastProvider";

export type CookiesOptions = Record<CookieKey, Partial<CookieOption>>;

export type WarningCode =
  | "debug-enabled"
  | "csrf-disabled"
  | "env-url-basepath-redundant"
  | "env-url-basepath-mismatch"
  | "experimental-webauthn"
  | `page-value-dropped: ${string}`
  | (string & {});

export interface LoggerInstance {
  /**
   * Something failed. In a request the error has a member `request`: `{ id, action, provider? }`, where `id` is that of
   * the `X-Request-Id` header, or a random one.
   */
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
  /** A method: a function whose parameter is typed more narrowly, as older apps write it, is taken. */
  signIn(params: {
    user: User | AdapterUser;
    account?: Account | null;
    profile?: Profile;
    email?: { verificationRequest?: boolean };
    credentials?: Record<string, CredentialInput | unknown>;
  }): Awaitable<boolean | string>;
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
  /**
   * A sign-in ended in an error: wrong credentials, a refused account, a provider or store that failed.
   * `error.type` is the code that the error page gets, or what is behind `Configuration`. Not called for
   * {@link EventCallbacks.tooManyAttempts}.
   */
  signInFailure: (message: { error: AuthError; provider: string | undefined }) => Awaitable<void>;
  /** A try was answered with 429. `limit` says which count is full; nobody is named. */
  tooManyAttempts: (message: {
    provider: string | undefined;
    limit: ThrottleLimit;
    retryAfterSeconds: number;
  }) => Awaitable<void>;
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
  /**
   * A secret that is announced: it opens and verifies what other processes have made with it already, and makes
   * nothing itself. Announce it everywhere first, then put it in front of `secret`: nobody is signed out in between.
   * Default: AUTH_SECRET_NEXT of the environment, in the integrations.
   * @example nextSecret: process.env.AUTH_SECRET_NEXT
   */
  nextSecret?: string | undefined;
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
         * made before the sign-out stays valid at other processes until it expires. true: in `sharedStore`.
         */
        revocation?: true | RevocationStore | undefined;
      }
    | undefined;
  jwt?: Partial<JWTOptions> | undefined;
  callbacks?: Partial<Callbacks> | undefined;
  events?: Partial<EventCallbacks> | undefined;
  pages?: Partial<PagesOptions> | undefined;
  cookies?: Partial<CookiesOptions> | undefined;
  useSecureCookies?: boolean | undefined;
  /**
   * Is the Host header, and behind a trusted proxy `X-Forwarded-Host`, to be believed? A list names the hosts that are:
   * `["app.example.com", "*.example.com"]`, where `*` stands for one label; an entry without a port fits any port.
   * Only hosts of a list, `AUTH_URL` and hosting platforms get into mails. Default: `AUTH_TRUST_HOST`.
   */
  trustHost?: boolean | readonly string[] | undefined;
  debug?: boolean | undefined;
  logger?: Partial<LoggerInstance> | undefined;
  theme?: Theme | undefined;
  /**
   * One registered callback for many deployments: its address, with the origins to which it may pass answers on.
   * Default: AUTH_REDIRECT_PROXY_URL and AUTH_REDIRECT_PROXY_ORIGINS (with commas between them).
   */
  redirectProxyUrl?: string | RedirectProxy | undefined;
  /**
   * How often somebody may try; then 429 with `Retry-After`. Wrong credentials in 15 minutes: 20 for one name from one
   * client address, 60 from one client address, 100 for one name from all of them. Sign-in mails in 10 minutes: 10 to
   * one address, 50 to one mailbox, 100 for one client address. 5 tries for a code that is typed.
   * Numbers are options; false: no limit at all. Counted in this process unless there is a `sharedStore`.
   */
  throttle?: false | ThrottleOptions | ThrottleStore | undefined;
  /**
   * What several processes must know together: the counts of `throttle`, and sign-ins and challenges that were used.
   * While it is down each process goes on with its own memory, with one warning. Default: memory of this process.
   */
  sharedStore?: SharedStore | undefined;
  /** Seconds that a store and an event handler may take; default 10. A slow store is an error, a slow event is left. */
  deadlineSeconds?: number | undefined;
  /**
   * Called at once after each call of the adapter, each request to a provider, each sign-in that came to its end and each
   * try that was refused with 429; not at session checks. What it throws is logged once. Default: nothing is measured.
   *
   * @example onMetric: (metric) => metric.kind === "store" && storeSeconds.observe(metric.ms / 1000)
   */
  onMetric?: ((metric: Metric) => unknown) | undefined;
  skipCSRFCheck?: typeof skipCSRFCheck | undefined;
  raw?: typeof raw | undefined;
  experimental?: { enableWebAuthn?: boolean | undefined } | undefined;
}
