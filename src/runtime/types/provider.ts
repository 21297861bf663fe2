import type { customFetch } from "../options.js";
import type { Awaitable, Profile, TokenSet, User } from "./entities.js";
import type { CredentialInput } from "./credential-input.js";
import type { ProviderMark, ProviderStyle } from "./provider-style.js";
import type { RedirectProxy } from "./redirect-proxy.js";
import type { Theme } from "./theme.js";
import type { WebAuthnConfig } from "./webauthn.js";

export type { ProviderMark, ProviderStyle } from "./provider-style.js";
export type {
  RelyingParty,
  WebAuthnConfig,
  WebAuthnOptions,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from "./webauthn.js";

/** Protections of one OAuth sign-in. `none` turns all of them off. */
export type Check = "pkce" | "state" | "nonce" | "none";

/** How the client proves itself at the token endpoint (RFC 6749 2.3, RFC 7523). */
export type ClientAuthMethod =
  | "client_secret_basic"
  | "client_secret_post"
  | "client_secret_jwt"
  | "private_key_jwt"
  | "none";

export type AuthorizationParams = Record<string, unknown>;

export interface AuthorizationEndpoint {
  url?: string;
  params?: AuthorizationParams;
  /** Names of parameters that decide whom the answer is about: the query of a sign-in request never changes them. */
  fixed?: readonly string[];
  /** Own names of standard parameters, such as `client_key` for `client_id`. */
  rename?: Record<string, string>;
  /** Own names of parameters of the answer, such as `auth_code`, and the standard ones for them. */
  answer?: Record<string, string>;
  /** Checks what the provider signed of its answer, before anything else is done with it; throws when it is wrong. */
  verify?: (answer: URLSearchParams, client: { clientSecret: string }) => Awaitable<void>;
}

export interface TokenEndpoint {
  url?: string;
  params?: Record<string, unknown>;
  /** Mends a token answer that does not follow RFC 6749 before it is judged. */
  conform?: (response: Response) => Awaitable<Response | undefined>;
  /** Signs the client assertion of `private_key_jwt`; a function is asked at each sign-in. */
  clientPrivateKey?:
    | ClientKey
    | ((client: { clientId: string; clientSecret: string }) => Awaitable<ClientKey>);
  /** The one audience of that assertion. Default `issuer`; some servers ask for the address of the endpoint. */
  assertionAudience?: "issuer" | "token_endpoint";
  /** Makes the client secret of one request, where it is a signed statement that expires. */
  makeSecret?: (client: { clientId: string; clientSecret: string }) => Awaitable<string>;
  /** How the request travels; default `form` (RFC 6749 section 4.1.3). */
  format?: "form" | "json" | "query";
  /** Own names of standard parameters; an empty name leaves the parameter out. */
  rename?: Record<string, string>;
  /** Further parameters and headers; `{clientId}` and `{clientSecret}` are filled in. */
  body?: Record<string, string>;
  headers?: Record<string, string>;
  /** Parameters of the callback that the token request repeats. */
  fromCallback?: readonly string[];
  /** The callback names the server that holds the account: one of these hosts answers in place of the usual one. */
  hostFromCallback?: { readonly param: string; readonly hosts: readonly string[] };
  /** Adds a signature to the finished address of a request of format `query`. */
  sign?: (url: URL, client: { clientSecret: string }) => Awaitable<void>;
}

type ClientKey = CryptoKey | { key: CryptoKey; kid?: string };

/** Where the access token stands in an API call; `url`: the address itself has it as `{accessToken}`. */
export type TokenPlace =
  | { readonly scheme: string }
  | { readonly header: string }
  | { readonly query: string }
  | { readonly form: string }
  | "url";

export interface UserinfoEndpoint<P = Profile> {
  /** May hold `{accessToken}`, `{tokens.<member>}`, `{callback.<parameter>}` and members of the provider. */
  url?: string;
  params?: Record<string, unknown>;
  /** Extra request headers. */
  headers?: Record<string, string>;
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
  conform?: (answer: Record<string, unknown>, tokens: TokenSet & Record<string, unknown>) => P;
  /** Replaces the request as a whole. `provider` is the finished configuration. */
  request?: (context: {
    tokens: TokenSet & Record<string, unknown>;
    provider: OAuthConfig<P> & ProviderAddresses;
  }) => Awaitable<P | undefined>;
}

/** Our own addresses for a provider, as user code is given them. */
export interface ProviderAddresses {
  signinUrl: string;
  callbackUrl: string;
}

export interface ExtraUserRequest {
  /** Templates as in `UserinfoEndpoint.url`, and `{profile.<path>}`. */
  url: string;
  /** Profile member that receives the answer. */
  at: string;
  /** Skip the request when this member of the profile has a value. */
  unless?: string;
  /** How to read the answer: JSON (default), or any bytes as a `data:` URL. */
  as?: "json" | "data-url";
  /** A failure leaves the member out instead of ending the sign-in. */
  optional?: boolean;
  /** JSON body: the request is a POST. */
  body?: Record<string, unknown>;
  /** The whole address comes from an answer, as it is: these are the hosts that the token may go to. */
  hosts?: readonly string[];
}

export type ProfileCallback<P> = (profile: P, tokens: TokenSet & Record<string, unknown>) => Awaitable<User>;
export type AccountCallback = (tokens: TokenSet & Record<string, unknown>) => TokenSet | undefined | void;

interface OAuthShared<P> {
  id: string;
  name: string;
  /** Compared with `iss` of answers and used for discovery; kept byte for byte. */
  issuer?: string;
  /** Address of the discovery document where it is not `{issuer}/.well-known/openid-configuration`. */
  wellKnown?: string;
  authorization?: string | AuthorizationEndpoint;
  token?: string | TokenEndpoint;
  userinfo?: string | UserinfoEndpoint<P>;
  /** Path of the value that says the provider has verified the e-mail address. */
  emailVerified?: string;
  profile?: ProfileCallback<P>;
  /**
   * Of providers that give people several ids (WeChat: `unionid` and `openid`): the member that names the account. The
   * provider's page lists them. Accounts stored under one id are not found under another.
   * @example WeChat({ idFrom: "openid" })
   */
  idFrom?: string;
  account?: AccountCallback;
  /** Default: pkce and state, for OIDC also nonce. */
  checks?: Check[];
  /** `plain` for servers that know no other: it protects less. Default S256. */
  pkceMethod?: "S256" | "plain";
  /** A member of the answers that tells success from failure where the HTTP status does not. */
  success?: { readonly member: string; readonly value: string | number | boolean };
  /**
   * The server speaks OpenID 2.0 in place of OAuth. `identity` is a regular expression that a claimed identifier must
   * match as a whole; its group is the id of the account.
   */
  openid2?: { readonly identity: string };
  /** Loads what the provider's protocol needs beyond OAuth 2. Default: OpenID Connect, or OpenID 2.0. */
  protocol?: () => Promise<unknown>;
  clientId?: string;
  clientSecret?: string;
  client?: { token_endpoint_auth_method?: ClientAuthMethod | (string & {}); [key: string]: unknown };
  style?: ProviderStyle;
  /** The provider's sign on its button. Default: that of the provider, or the first letter of its name. */
  mark?: ProviderMark;
  /** As the option of the configuration, for this provider alone. */
  redirectProxyUrl?: string | RedirectProxy;
  /** Trust this provider's e-mail addresses enough to link to an existing user. */
  allowDangerousEmailAccountLinking?: boolean;
  /** Replaces fetch for discovery, token, JWKS and userinfo requests. */
  [customFetch]?: typeof fetch;
  /** What the user passed to the factory; merged over the rest. */
  options?: Partial<OAuthUserConfig<P>>;
}

export interface OAuth2Config<P = Profile> extends OAuthShared<P> {
  type: "oauth";
}

export interface OIDCConfig<P = Profile> extends OAuthShared<P> {
  type: "oidc";
  /** true (default): the profile is the ID token's claims; false: the userinfo answer. */
  idToken?: boolean;
  /**
   * Where the metadata names a template instead of an issuer (multi-tenant Microsoft):
   * the issuer expected for these claims.
   */
  expectedIssuer?: (claims: Record<string, unknown>, issuer: string) => string;
}

export type OAuthConfig<P = Profile> = OAuth2Config<P> | OIDCConfig<P>;

/** Options of a built-in OAuth factory. Every member overrides the provider's own value. */
export type OAuthUserConfig<P = Profile> = {
  clientId?: string;
  clientSecret?: string;
} & Partial<Omit<OAuth2Config<P>, "options" | "type">>;

export type OIDCUserConfig<P = Profile> = {
  clientId?: string;
  clientSecret?: string;
} & Partial<Omit<OIDCConfig<P>, "options" | "type">>;

export interface CredentialsConfig<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
> {
  id: string;
  name: string;
  type: "credentials";
  /** Fields of the built-in form; none: the provider has no form. */
  credentials: C;
  /**
   * Who is this? null means "wrong credentials". Throw `CredentialsSignin` to send a code to the page.
   * `request` carries the same headers and query; its body is the JSON of the fields.
   */
  authorize(credentials: Partial<Record<keyof C, unknown>>, request: Request): Awaitable<User | null>;
  /** Loads the flows of such providers. Default: ours. */
  flows?: () => Promise<unknown>;
  options?: Partial<CredentialsConfig<C>>;
}

export interface EmailConfig {
  id: string;
  name: string;
  type: "email";
  from?: string;
  server?: unknown;
  apiKey?: string;
  /** Options that the environment fills, and how the names of their variables end: `{ apiKey: "KEY" }` (default). */
  env?: Readonly<Record<string, string>>;
  /**
   * Life of the sign-in link in seconds; default 86400. Tokens of fewer than 22 characters, such as codes that users
   * type, live 600 seconds unless another value than 86400 is given.
   */
  maxAge?: number;
  /** Hashes the token in place of the config's secret. */
  secret?: string;
  sendVerificationRequest: (params: {
    identifier: string;
    url: string;
    expires: Date;
    provider: EmailConfig;
    token: string;
    theme: Theme;
    request: Request;
  }) => Awaitable<void>;
  generateVerificationToken?: () => Awaitable<string>;
  normalizeIdentifier?: (identifier: string) => string;
  /** The link shows a page with a button, and only the button signs in: mail scanners burn nothing. Default false. */
  confirm?: boolean;
  /** Loads the flows of such providers. Default: ours. */
  flows?: () => Promise<unknown>;
  options?: Partial<EmailConfig>;
}

/* oxlint-disable no-explicit-any -- a provider's profile type appears in both directions, so only `any` accepts all */
export type AnyProviderConfig =
  | OAuth2Config<any>
  | OIDCConfig<any>
  | EmailConfig
  | CredentialsConfig<any>
  | WebAuthnConfig;

/** A provider object, or a factory; a factory is called with what the environment gives for its id. */
export type Provider = AnyProviderConfig | ((options?: any) => AnyProviderConfig);
/* oxlint-enable no-explicit-any */
