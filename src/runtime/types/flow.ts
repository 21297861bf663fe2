/**
 * The shapes that travel through one request: ActionRequest in, FlowResult out, FlowContext in between.
 * Internal: nothing here is exported from the package.
 */
import type { SerializeOptions } from "cookie";
import type { AuthError } from "../errors.js";
import type { Adapter, AdapterSession, AdapterUser } from "./adapter.js";
import type {
  AuthConfig,
  CookieKey,
  CookieOption,
  JWTOptions,
  LoggerInstance,
  PagesOptions,
} from "./config.js";
import type { RedirectProxy } from "./redirect-proxy.js";
import type { Theme } from "./theme.js";
import type { Callbacks, EventCallbacks } from "./callbacks.js";
import type { Account, JWT, Profile, Session, User } from "./entities.js";
import type { ProviderStep } from "./metric.js";
import type { SpentValues, Tries } from "./throttle.js";
import type {
  AuthorizationEndpoint,
  Check,
  CredentialsConfig,
  EmailConfig,
  OAuth2Config,
  OIDCConfig,
  TokenEndpoint,
  UserinfoEndpoint,
  WebAuthnConfig,
} from "./provider.js";

/** First part of the path below the base path. */
export type AuthAction =
  | "providers"
  | "session"
  | "csrf"
  | "signin"
  | "signout"
  | "callback"
  | "verify-request"
  | "error"
  | "webauthn-options";

/** One HTTP request, read on demand; made by `http/web.ts` (Request) or `integrations/node-edge.ts` (req). */
export interface ActionRequest {
  /** Upper case. */
  readonly method: string;
  /** Path below the base path, starting with "/", without the query. */
  readonly path: string;
  /** IP address of the client, where the edge has one that the client cannot choose. */
  readonly clientAddress: string | undefined;
  header(name: string): string | null;
  /** Query of the URL, parsed once. */
  query(): URLSearchParams;
  /** Value of a cookie (percent-decoded, first occurrence wins); all of them by `cookies()`. */
  cookies(): Readonly<Record<string, string | undefined>>;
  /** POST body as flat data (JSON object or form), undefined when there is none that we read. Read once. */
  body(): Promise<Record<string, unknown> | undefined>;
  /** A web Request for user code (`authorize`, lazy configs). `body` replaces the original body, as JSON. */
  toRequest(body?: Record<string, unknown>): Request;
}

/** A cookie to set; an empty value with `maxAge: 0` clears it. */
export interface CookieChange {
  /** Name of the cookie. */
  readonly name: string;
  /** Value, not yet encoded. */
  readonly value: string;
  /** Attributes, as `serialize` of the cookie package takes them. */
  readonly options: SerializeOptions;
}

/** What a flow answers. The edges turn it into a Response or write it to `res`. */
export type FlowResult = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** In the order in which they are sent. */
  readonly cookies?: readonly CookieChange[];
} &
  /** `text` is the body as JSON, where it had to be written before. */
  (
    | { readonly kind: "json"; readonly body: unknown; readonly text?: string }
    | { readonly kind: "html"; readonly body: string }
    /** 302 unless `status` says otherwise. */
    | { readonly kind: "redirect"; readonly location: string }
    | { readonly kind: "empty" }
  );

/** A provider after merging options and defaults; endpoints always objects. Frozen. */
export type OAuthProvider = (
  | (Omit<OAuth2Config, "authorization" | "token" | "userinfo"> & InternalEndpoints)
  | (Omit<OIDCConfig, "authorization" | "token" | "userinfo"> & InternalEndpoints)
) & {
  readonly checks: readonly Check[];
  /** Id that the factory gives, where the app gave another one: which product it is. */
  readonly factoryId?: string;
  /** Development only: where an address of this provider really leads; applied to requests and redirects. */
  readonly reroute?: (url: string) => string;
  /** With `onMetric`: sends a request and tells how long it took. */
  readonly timedRequest?: (step: ProviderStep, send: () => Promise<Response>) => Promise<Response>;
};

interface InternalEndpoints {
  readonly authorization?: AuthorizationEndpoint;
  readonly token?: TokenEndpoint;
  readonly userinfo?: UserinfoEndpoint;
}

export type InternalProvider = OAuthProvider | EmailConfig | CredentialsConfig | WebAuthnConfig;

/** Name and attributes of each cookie, for http or for https. */
export type CookiePolicy = Readonly<Record<CookieKey, Readonly<CookieOption>>>;

/** Everything known from the config, worked out once per config object and frozen. */
export interface Compiled {
  readonly config: AuthConfig;
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
  /** Path of AUTH_URL; an empty string at the root. */
  readonly sitePath: string | undefined;
  readonly trustHost: boolean;
  /** Hosts that are trusted by name, as `trustHost` and AUTH_TRUST_HOST list them; lower case. */
  readonly trustedHosts: readonly string[];
  /** The host is one of a platform that sets the Host header itself. */
  readonly onPlatform: boolean;
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
  readonly adapter: Required<Adapter> | undefined;
  readonly strategy: "jwt" | "database";
  readonly session: {
    readonly maxAge: number;
    readonly updateAge: number;
    readonly generateSessionToken: () => string;
  };
  readonly sessions: SessionStrategy;
  readonly endedTokens: EndedTokens;
  readonly tries: Tries;
  /** Sign-ins that came back and passkey challenges that were answered, rightly or not. */
  readonly spent: SpentValues;
  readonly jwt: JWTOptions;
  readonly callbacks: Callbacks;
  /** Runs an event handler: caught, logged, with a deadline; it never breaks the flow. */
  emit<K extends keyof EventCallbacks>(
    name: K,
    message: Parameters<EventCallbacks[K]>[0],
  ): Promise<void> | undefined;
  readonly pages: Partial<PagesOptions>;
  readonly theme: Theme;
  readonly logger: LoggerInstance;
  readonly policies: { readonly http: CookiePolicy; readonly https: CookiePolicy };
  readonly providerIds: readonly string[];
  /** All of them, in the order of the config. */
  providers(): readonly InternalProvider[];
  /** Finished on first use, once each. */
  provider(id: string): InternalProvider | undefined;
}

/** Session tokens that were signed out. */
export interface EndedTokens {
  /** Gives a token the id of its session and the time of the sign-in; `before` is the token it replaces. */
  stamp(token: JWT, before?: JWT): JWT;
  add(token: JWT, until: Date): void | Promise<void>;
  /** All sessions that this user has now, as far as this process knows. */
  endUser(id: string): void;
  /** Is this the first time that a token names a key which this process does not have? */
  isNewKey(kid: string): boolean;
  /** A promise only where a store has to be asked. */
  has(token: JWT): boolean | Promise<boolean>;
}

/** Where a compiled config is reached: one origin and one base path. */
export interface Mount {
  /** `https://app.example.com`, no path, no trailing slash. */
  readonly origin: string;
  /** `/auth`; an empty string at the root. */
  readonly basePath: string;
  /** origin + basePath. */
  readonly base: string;
  /** IP address at the other end of the connection, where it is known: the client's, or a proxy's. */
  readonly peer: string | undefined;
  /** Cookies carry Secure and the prefixed names. */
  readonly secure: boolean;
  /** More than a header stands behind the origin, so that links to it may be sent by mail. */
  readonly vouched: boolean;
  readonly cookies: CookiePolicy;
}

/** The one argument of every flow. */
export interface FlowContext extends SessionContext {
  readonly mount: Mount;
  readonly request: ActionRequest;
  readonly action: AuthAction;
  readonly provider: InternalProvider | undefined;
  readonly sessions: SessionStrategy;
  /** Judged and absolute: where the browser goes at the end. */
  readonly callbackUrl: string;
  /** Token for the forms of this answer; empty when the check is switched off. */
  readonly csrfToken: string;
}

/** Who just proved to be whom; what `complete-sign-in.ts` and `SessionStrategy.create` work from. */
export interface SignedIn {
  readonly user: User | AdapterUser;
  readonly account: Account;
  readonly profile?: Profile;
  readonly isNewUser?: boolean;
  /** A further account was linked to the person of this session: it goes on. */
  readonly keep?: AdapterSession;
  /** The session that this sign-in replaces. */
  readonly previous?: AdapterSession;
}

export interface SessionRead {
  /** What the session callback returned; null: nobody. */
  readonly session: Session | null;
  /** Of the jwt strategy: the token after the jwt callback. */
  readonly token?: JWT;
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

/** Somebody by name; a session may hold neither. */
export interface ShownUser {
  readonly name?: unknown;
  readonly email?: unknown;
}

/** One of two ways to keep a session. Chosen once, in `settings/compile.ts`. */
export interface SessionStrategy {
  /** Whom a page may greet: as the session has it, without callbacks or events; null when nobody is signed in. */
  shown(context: SessionContext): Promise<ShownUser | null>;
  /** Who is it? Runs callbacks and events; never seals, never changes a cookie. */
  read(context: SessionContext): Promise<SessionRead>;
  /** The stored user behind the session cookie, for linking; null when nobody, without callbacks or events. */
  current(context: SessionContext): Promise<CurrentUser | null>;
  /** What tells this session from others, without asking the store; undefined: there is none. */
  holder(context: SessionContext): Promise<string | undefined>;
  /** `read` and the cookie that extends the session. */
  refresh(context: SessionContext): Promise<SessionRead>;
  /** A session for a person who just signed in. */
  create(context: SessionContext, signedIn: SignedIn): Promise<{ cookies: readonly CookieChange[] }>;
  /** POST /session: hands `data` to the callbacks. */
  update(context: SessionContext, data: unknown): Promise<SessionRead>;
  /** Ends the session and clears its cookies. */
  end(context: SessionContext): Promise<{ cookies: readonly CookieChange[] }>;
}

/** What a strategy needs to know of a request; a subset of FlowContext so that guards need no request object. */
export interface SessionContext {
  readonly compiled: Compiled;
  readonly cookies: CookiePolicy;
  /** Cookie header as it came: it may hold leftovers and duplicates. */
  readonly cookieHeader: string | null;
}
