/** Providers of OAuth and OpenID Connect. */
import type { customFetch } from "./symbols.js";
import type { Awaitable, JsonValue, Profile, TokenSet, User } from "./entities.js";
import type {
  AuthorizationEndpoint,
  ExtraUserRequest,
  TokenEndpoint,
  TokenPlace,
} from "./oauth-endpoints.js";
import type { ProviderMark, ProviderStyle } from "./provider-style.js";
import type { RedirectProxy } from "./redirect-proxy.js";
import type { SignOutParts } from "./resolved-config.js";

/** Protections of one OAuth sign-in. `none` turns all of them off. */
export type Check = "pkce" | "state" | "nonce" | "none";

/** How the client proves itself at the token endpoint (RFC 6749 2.3, RFC 7523). */
export type ClientAuthMethod =
  | "client_secret_basic"
  | "client_secret_post"
  | "client_secret_jwt"
  | "private_key_jwt"
  | "none";

/** Where the provider tells who signed in. */
export interface UserinfoEndpoint<P = Profile> {
  /** May hold `{accessToken}`, `{tokens.<member>}`, `{callback.<parameter>}` and members of the provider. */
  url?: string;
  /** Parameters of the query. */
  params?: Record<string, unknown>;
  /** Extra request headers. */
  headers?: Record<string, string>;
  /** Default: GET. */
  method?: "GET" | "POST";
  /** JSON body of a POST (GraphQL, mostly). */
  body?: Record<string, unknown>;
  /** Form body of a POST; templates as in `url`. */
  form?: Record<string, string>;
  /** Default: `Authorization: Bearer`. */
  tokenIn?: TokenPlace;
  /** Adds a signature to the finished address. */
  sign?: (url: URL, client: { accessToken: string; clientSecret: string }) => Awaitable<void>;
  /** No request at all: the profile is the token answer, or the claims of an access token that is a JWT. */
  from?: "tokens" | "access_token";
  /** Parameters of the callback with JSON in them, put into the profile unless it has a member of that name. */
  fromCallback?: readonly string[];
  /** Further requests with the same access token, merged into the profile at `at` (unless `unless` is already there). */
  extra?: readonly ExtraUserRequest[];
  /** Turns the answer (with what `extra` added) into the profile: unwraps it, fills gaps from the token answer. */
  conform?: (answer: Record<string, unknown>, tokens: TokenSet) => P;
  /** Replaces the request as a whole. `provider` is the finished configuration. */
  request?: (context: {
    tokens: TokenSet;
    provider: OAuthConfig<P> & ProviderAddresses;
  }) => Awaitable<P | undefined>;
}

/** Our own addresses for a provider, as user code is given them. */
export interface ProviderAddresses {
  /** Address that a POST to begins a sign-in. */
  signinUrl: string;
  /** Address that the provider sends the browser back to. */
  callbackUrl: string;
}

/** Makes the user of what the provider tells. An id must be there. */
export type ProfileCallback<P> = (profile: P, tokens: TokenSet) => Awaitable<User>;
/** What of a token answer is stored with the account. Default: the members of `TokenSet`. */
export type AccountCallback = (tokens: TokenSet) => TokenSet | undefined | void;

/** Sign-out at the provider; an object where a sign-out may end at addresses outside of the app. */
export type FederatedSignOut =
  | boolean
  | {
      /**
       * Absolute addresses, beyond those of the app, that `redirectTo` of a sign-out may name; compared as a whole, letter
       * by letter. Default: none.
       */
      returnTo?: readonly string[];
      /**
       * `get` for a provider that takes no POST at its endpoint: then the ID token stays behind, because it would stand in
       * the address, and the provider asks the person. Default: `post`.
       */
      method?: "get" | "post";
    };

/** Back-channel logout; an object where processes are to ask more or less often. */
export type BackchannelLogout =
  | boolean
  | {
      /**
       * For sessions of strategy "jwt": seconds for which a process goes on without asking the database whether a session
       * was ended. 0: each check asks. From 0 to 3600. Default: 60. Of several providers and plugins the smallest holds.
       */
      cacheSeconds?: number;
    };

/** What providers of OAuth and OpenID Connect have in common. */
interface OAuthShared<P> {
  /** Id in addresses: `{basePath}/callback/{id}`. */
  id: string;
  /** Name to show on the button. */
  name: string;
  /** Compared with `iss` of answers and used for discovery; kept byte for byte. */
  issuer?: string;
  /** Address of the discovery document where it is not `{issuer}/.well-known/openid-configuration`. */
  wellKnown?: string;
  /** Where the browser is sent; a text is the address with its parameters. Default: from discovery. */
  authorization?: string | AuthorizationEndpoint;
  /** Where the code is exchanged. Default: from discovery. */
  token?: string | TokenEndpoint;
  /** Where the provider tells who signed in. Default: from discovery. */
  userinfo?: string | UserinfoEndpoint<P>;
  /** Where tokens are taken back (RFC 7009). Default: from discovery. */
  revocation?: string;
  /** Address of the key set (RFC 7517) that ID tokens are verified with. Default: from discovery. */
  jwks_endpoint?: string;
  /** Path of the value that says the provider has verified the e-mail address. */
  emailVerified?: string;
  /** Makes the user of what the provider tells. Default: by the standard claims. */
  profile?: ProfileCallback<P>;
  /**
   * Of providers that give people several ids (WeChat: `unionid` and `openid`): the member that names the account. The
   * provider's page lists them. Accounts stored under one id are not found under another.
   * @example WeChat({ idFrom: "openid" })
   */
  idFrom?: string;
  /** What of the tokens is stored with the account. Default: all that `Account` names. */
  account?: AccountCallback;
  /** Default: pkce and state, for OIDC also nonce. */
  checks?: Check[];
  /** `plain` for servers that know no other: it protects less. Default S256. */
  pkceMethod?: "S256" | "plain";
  /** A member of the answers that tells success from failure where the HTTP status does not. */
  success?: {
    /** Name of the member. */
    readonly member: string;
    /** Its value where all is well. */
    readonly value: string | number | boolean;
  };
  /**
   * The server speaks OpenID 2.0 in place of OAuth. `identity` is a regular expression that a claimed identifier must
   * match as a whole; its group is the id of the account.
   */
  openid2?: {
    /** Regular expression with one group. */
    readonly identity: string;
  };
  /** Id of the app at the provider. Default: `AUTH_<ID>_ID` of the environment. */
  clientId?: string;
  /** Secret of the app at the provider. Default: `AUTH_<ID>_SECRET` of the environment. */
  clientSecret?: string;
  /** Metadata of the client (RFC 7591 section 2). */
  client?: {
    /** How the client proves itself. Default: `client_secret_basic`; without a secret none. */
    token_endpoint_auth_method?: ClientAuthMethod | (string & {});
    [key: string]: JsonValue | undefined;
  };
  /** Colours of the button. */
  style?: ProviderStyle;
  /** The provider's sign on its button. Default: that of the provider, or the first letter of its name. */
  mark?: ProviderMark;
  /** As the option of the configuration, for this provider alone. */
  redirectProxyUrl?: string | RedirectProxy;
  /**
   * `signOut({ federated: true })` and the built-in sign-out page end the session at the provider too (OpenID Connect
   * RP-Initiated Logout 1.0). Register `{origin}{basePath}/signout/return/{id}` there as post-logout redirect URI.
   * Default: sign-out ends the session here alone.
   * @example Keycloak({ federatedSignOut: { returnTo: ["https://www.example.com/bye"] } })
   */
  federatedSignOut?: FederatedSignOut;
  /**
   * Takes the provider's word that a session is over (OpenID Connect Back-Channel Logout 1.0). Register
   * `{origin}{basePath}/backchannel-logout/{id}` there. It needs an adapter with the table `auth_session_provider`.
   * Default: sessions go on until they end here.
   */
  backchannelLogout?: BackchannelLogout;
  /** Where the browser is sent to end the session there (`end_session_endpoint`). Default: from discovery. */
  endSession?: string;
  /** @internal Loads what signs out at the provider, and what listens to it. Factories of OpenID Connect bring it. */
  signOut?: () => Promise<SignOutParts>;
  /** Trust this provider's e-mail addresses enough to link to an existing user. */
  allowDangerousEmailAccountLinking?: boolean;
  /**
   * How the provider is asked to sign a person in anew: in an open session, and where an app asks for a sign-in of the
   * last seconds (`auth.require({ maxAge })`, a start with `maxAge`). `max_age`: by that parameter and `prompt=login`; the
   * `auth_time` of its ID token says when it asked (OpenID Connect Core 1.0, sections 2 and 3.1.2.1), and without one its
   * sign-ins are never recent. `none`, the default: not asked, so that a provider with a session of its own may sign in
   * without a question, and the time of its answer counts.
   * @example Keycloak({ reauthentication: "max_age" })
   */
  reauthentication?: "max_age" | "none";
  /** Replaces fetch for discovery, token, JWKS and userinfo requests. */
  [customFetch]?: typeof fetch;
  /** What the user passed to the factory; merged over the rest. */
  options?: Partial<OAuthUserConfig<P>>;
}

/** A provider of OAuth 2 (RFC 6749). */
export interface OAuth2Config<P = Profile> extends OAuthShared<P> {
  /** Kind of the provider. */
  type: "oauth";
}

/** A provider of OpenID Connect. */
export interface OIDCConfig<P = Profile> extends OAuthShared<P> {
  /** Kind of the provider. */
  type: "oidc";
  /** true (default): the profile is the ID token's claims; false: the userinfo answer. */
  idToken?: boolean;
  /**
   * Where the metadata names a template instead of an issuer (multi-tenant Microsoft):
   * the issuer expected for these claims.
   */
  expectedIssuer?: (claims: Record<string, unknown>, issuer: string) => string;
  /**
   * Where the metadata names the issuer by another name than the configured one (a Microsoft tenant by its id):
   * whether that name is good. Default: byte for byte the same alone (OpenID Connect Discovery 1.0, section 4.3).
   */
  acceptsIssuer?: (named: string, issuer: string) => boolean;
}

/** A provider of OAuth 2 or OpenID Connect. */
export type OAuthConfig<P = Profile> = OAuth2Config<P> | OIDCConfig<P>;

/** Options of a built-in OAuth factory. Every member overrides the provider's own value. */
export type OAuthUserConfig<P = Profile> = {
  /** Id of the app at the provider. Default: `AUTH_<ID>_ID` of the environment. */
  clientId?: string;
  /** Secret of the app at the provider. Default: `AUTH_<ID>_SECRET` of the environment. */
  clientSecret?: string;
} & Partial<Omit<OAuth2Config<P>, "options" | "type">>;

/** Options of a built-in factory of OpenID Connect. Every member overrides the provider's own value. */
export type OIDCUserConfig<P = Profile> = {
  /** Id of the app at the provider. Default: `AUTH_<ID>_ID` of the environment. */
  clientId?: string;
  /** Secret of the app at the provider. Default: `AUTH_<ID>_SECRET` of the environment. */
  clientSecret?: string;
} & Partial<Omit<OIDCConfig<P>, "options" | "type">>;
