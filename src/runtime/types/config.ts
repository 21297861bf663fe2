import type { CookiesOptions } from "./cookies.js";
import type { raw, skipCSRFCheck } from "./symbols.js";
import type { Adapter } from "./adapter.js";
import type { Callbacks, ConfiguredCallbacks, EventCallbacks } from "./callbacks.js";
import type { Awaitable, JWT } from "./entities.js";
import type { Messages } from "./messages.js";
import type { PageAddresses } from "./page-addresses.js";
import type { Plugin } from "./plugin.js";
import type { Provider } from "./provider.js";
import type { RedirectProxy } from "./redirect-proxy.js";
import type { MailTemplates } from "./mail-templates.js";
import type { Theme } from "./theme.js";
import type { Metric } from "./metric.js";
import type { RevocationStore, SharedStore, ThrottleOptions, ThrottleStore } from "./shared-store.js";

export type {
  RevocationStore,
  SharedStore,
  ThrottleCount,
  ThrottleLimit,
  ThrottleOptions,
  ThrottleStore,
} from "./shared-store.js";

/**
 * Pages of the app in place of the built-in ones: paths, or addresses of the app's own origin. They get what the
 * built-in pages get, in the query.
 */
export interface PagesOptions {
  /** Page with the ways to sign in. Query: `callbackUrl`, `error`. Default: `{basePath}/signin`. */
  signIn: string;
  /** Page that asks before signing out. Query: `callbackUrl`. Default: `{basePath}/signout`. */
  signOut: string;
  /** Page for what went wrong. Query: `error`, a code such as `AccessDenied`. Default: `{basePath}/error`. */
  error: string;
  /** Page that says that a mail is on its way. Query: `provider`, `type`. Default: `{basePath}/verify-request`. */
  verifyRequest: string;
  /** Where a first sign-in leads, in place of the page that was asked for. Default: none. */
  newUser: string;
}

/** What the logger is warned of, in a word or a sentence. */
export type WarningCode =
  | "debug-enabled"
  | "csrf-disabled"
  | "env-url-basepath-redundant"
  | "env-url-basepath-mismatch"
  | "experimental-webauthn"
  | "mail-link-host"
  | `provider-without-https: ${string}`
  | `page-value-dropped: ${string}`
  | `user-column-missing: ${string}`
  | `email-not-vouched: ${string}`
  | (string & {});

/** Where errors, warnings and traces go. Default: the console. */
export interface LoggerInstance {
  /**
   * Something failed. In a request the error has a member `request`: `{ id, action, provider? }`, where `id` is that of
   * the `X-Request-Id` header, or a random one.
   */
  error: (error: Error) => void;
  /** Something works and should be looked at. */
  warn: (code: WarningCode) => void;
  /** A step of a flow, with `debug: true` only. Metadata holds no secrets. */
  debug: (message: string, metadata?: unknown) => void;
}

/** What `encode` is given. */
export interface JWTEncodeParams<Payload = JWT> {
  /** Claims to seal; default: none. */
  token?: Payload;
  /** Newest first: the first one seals. */
  secret: string | string[];
  /** Usually the cookie's name; part of the key derivation. */
  salt: string;
  /** Seconds; default 2592000 (30 days). */
  maxAge?: number;
}

/** What `decode` is given. */
export interface JWTDecodeParams {
  /** The sealed token, as it stands in the cookie. */
  token?: string;
  /** Newest first: any one opens. */
  secret: string | string[];
  /** Usually the cookie's name; the one that sealed it. */
  salt: string;
}

/** How JWT sessions are made and read. */
export interface JWTOptions {
  /** For session tokens alone. Default: `secret` of the configuration. */
  secret?: string | string[];
  /** Seconds; default: `session.maxAge`. */
  maxAge: number;
  /**
   * Seconds that a token must be old before reading the session makes a new one, unless the `jwt` callback changed it.
   * Default 0: each read makes a new one. `session.updateAge` is about database sessions alone.
   */
  updateAge?: number | undefined;
  /** Makes the cookie's value. Default: encrypted with A256CBC-HS512 (RFC 7518 section 5.2.5). */
  encode: (params: JWTEncodeParams) => Awaitable<string>;
  /** Reads what `encode` made; null: it is none of ours, or has expired. */
  decode: (params: JWTDecodeParams) => Awaitable<JWT | null>;
}

/** The configuration of any app: what its callbacks make of token and session is known to the app's compiler alone. */
export interface AnyAuthConfig extends Omit<AuthConfig, "callbacks"> {
  /** Functions that decide. */
  callbacks?: Partial<Callbacks<JWT, unknown>> | undefined;
}

/** The configuration of `Auth`. Never changed by the library; it may be frozen and mounted twice. */
export interface AuthConfig {
  /** Ways to sign in, in the order in which the sign-in page shows them: factories or what they return. */
  providers: Provider[];
  /**
   * Extensions, in the order in which they are asked at a sign-in: what factories of `authwright/plugins/<id>` return.
   * One that keeps rows needs an adapter with `records`. Default: none.
   */
  plugins?: readonly Plugin[] | undefined;
  /** Where users, accounts and sessions are kept. Default: nowhere; sessions live in their cookie. */
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
  /**
   * Path of the endpoints, with what stands in front of it. Default: `/auth`; `/api/auth` in Next.js; where the
   * framework has mounted the handler; or the path of AUTH_URL.
   */
  basePath?: string | undefined;
  /** How long sessions live, and where. */
  session?:
    | {
        /**
         * `"jwt"`: in an encrypted cookie; `"database"`: a row of the store, the cookie holds its key. Default:
         * `"database"` with an adapter, else `"jwt"`.
         */
        strategy?: "jwt" | "database" | undefined;
        /** Seconds; default 2592000 (30 days). */
        maxAge?: number | undefined;
        /**
         * Seconds from the sign-in after which a session ends, however active it is: then its user signs in again. One
         * whose sign-in is not known, as of next-auth, ends so long after it was first seen. Database sessions need the
         * plugin `account` or `password`, which keeps when each of them began. Default: no such end.
         * @example session: { absoluteMaxAge: 7 * 24 * 60 * 60 }
         */
        absoluteMaxAge?: number | undefined;
        /** Seconds; default 86400 (1 day); 0 writes at every access. */
        updateAge?: number | undefined;
        /** Key of a database session. Default: 256 random bits. */
        generateSessionToken?: (() => Awaitable<string>) | undefined;
        /**
         * Strategy jwt: makes a sign-out end every copy of the session's cookie, in every process. It is asked
         * whenever a session is read, and while it is down no session can be read. Without it a copy that was
         * made before the sign-out stays valid at other processes until it expires. true: in `sharedStore`.
         */
        revocation?: true | RevocationStore | undefined;
      }
    | undefined;
  /** How JWT sessions are made and read. Default: encrypted, for `session.maxAge`. */
  jwt?: Partial<JWTOptions> | undefined;
  /** Functions that decide: who may sign in, what a session shows, where to go. Each has a default. */
  callbacks?: ConfiguredCallbacks | undefined;
  /** Functions that are told what has happened. Default: none. */
  events?: Partial<EventCallbacks> | undefined;
  /** Pages of the app in place of the built-in ones. Default: none. */
  pages?: Partial<PagesOptions> | undefined;
  /**
   * The built-in pages at addresses of the app, such as `/sign-in`, in place of those below `basePath`, which lead there.
   * `true`: all of them at their default addresses; or the addresses that are to be others. Callbacks of providers and what
   * scripts ask for stay below `basePath`. Default: all pages are below `basePath`.
   *
   * @example pageAddresses: { signIn: "/login" }
   */
  pageAddresses?: boolean | PageAddresses | undefined;
  /** Other names or attributes for cookies. Default: those of Auth.js, by which sessions of older apps are read. */
  cookies?: Partial<CookiesOptions> | undefined;
  /** Cookies with the attribute Secure and the prefixes `__Secure-` and `__Host-`. Default: on https. */
  useSecureCookies?: boolean | undefined;
  /**
   * Is the Host header, and behind a trusted proxy `X-Forwarded-Host`, to be believed? A list names the hosts that are:
   * `["app.example.com", "*.example.com"]`, where `*` stands for one label; an entry without a port fits any port.
   * Only hosts of a list, `AUTH_URL` and hosting platforms get into mails. Default: `AUTH_TRUST_HOST`.
   */
  trustHost?: boolean | readonly string[] | undefined;
  /** Tells `logger.debug` every step; not for production. Default: false. */
  debug?: boolean | undefined;
  /** Where errors, warnings and traces go. Default: the console. */
  logger?: Partial<LoggerInstance> | undefined;
  /** Look of the built-in pages and mails. Default: as the browser has it, without name and logo. */
  theme?: Theme | undefined;
  /**
   * Mails in words of the app, one by one. Default: the built-in ones.
   *
   * @example mails: { resetPassword: ({ builtIn, app }) => ({ ...builtIn, subject: `A new password for ${app}` }) }
   */
  mails?: MailTemplates | undefined;
  /**
   * Languages of the built-in pages and mails beside English: modules of `authwright/messages/<language>`, and your own
   * by `defineMessages`. One with `locale: "en"` replaces English texts. Default: English alone.
   *
   * @example messages: [de, { ...fr, core: { ...fr.core, signIn: "Connexion" } }]
   */
  messages?: readonly Messages[] | undefined;
  /**
   * Which of `messages` a request is answered in: the `locale` of one of them, or `"en"`. Gets the address and the headers
   * of the request, without its body. What it throws, and a locale that there is not, count as English, with one line in
   * the log. Default: the best match of `Accept-Language` by the lookup of RFC 4647, English where none matches.
   *
   * @example locale: (request) => new URL(request.url).hostname.endsWith(".de") ? "de" : "en"
   */
  locale?: ((request: Request) => string) | undefined;
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
   * While it is down each process goes on with its own memory, with one warning; codes of mails are refused then, as
   * nobody knows how often they were tried. Default: memory of this process.
   */
  sharedStore?: SharedStore | undefined;
  /** Seconds that a store and an event handler may take; default 10. A slow store is an error, a slow event is left. */
  deadlineSeconds?: number | undefined;
  /**
   * Called at once after each call of the adapter, each request to a provider, each sign-in that came to its end and each
   * try that was refused with 429. Not called at session checks. What it throws is logged once. Default: nothing is measured.
   *
   * @example onMetric: (metric) => metric.kind === "store" && storeSeconds.observe(metric.ms / 1000)
   */
  onMetric?: ((metric: Metric) => unknown) | undefined;
  /**
   * The symbol `skipCSRFCheck`: POSTs are not held to the CSRF token. For frameworks that check the origin
   * themselves.
   */
  skipCSRFCheck?: typeof skipCSRFCheck | undefined;
  /** The symbol `raw`: `Auth` returns the result of a flow in place of a Response. For integrations. */
  raw?: typeof raw | undefined;
  /** What may change in a minor version. */
  experimental?:
    | {
        /** Allows the provider `WebAuthn`, and warns of it; `Passkey` needs no such line. Default: false. */
        enableWebAuthn?: boolean | undefined;
      }
    | undefined;
}
