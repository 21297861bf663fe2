import type { Check, ClientAuthMethod, TokenPlace } from "../../runtime/types/provider.js";

/** Where a local address may be registered as callback: worded as a hint unless `checked`. */
export type LocalhostRule =
  | "http-localhost"
  | "https-only"
  | "self-hosted"
  | "loopback-ip"
  | "registered-domain-only"
  | "note"
  | "unknown";

/** A part of a URL template that the user must supply, such as a tenant or a domain. */
export interface RecordParam {
  readonly name: string;
  readonly required: boolean;
  readonly default?: string;
  readonly env?: string;
  readonly example?: string;
}

/** One further request with the access token; see `ExtraUserRequest`. */
export interface RecordExtraRequest {
  readonly url: string;
  readonly at: string;
  readonly unless?: string;
  readonly as?: "json" | "data-url";
  readonly optional?: boolean;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly hosts?: readonly string[];
}

/** A way to sign in that is no OAuth: known by name, without endpoints. */
export interface PlainRecord {
  readonly id: string;
  readonly name: string;
  readonly type: "credentials" | "email" | "webauthn";
  readonly status: ProviderRecord["status"];
  readonly docs?: string;
  readonly notes?: readonly string[];
}

/** A service that sends mail over HTTP. Texts hold `{from}`, `{to}`, `{subject}`, `{text}`, `{html}` and more. */
export interface MailRecord extends PlainRecord {
  readonly type: "email";
  /** `{domain}` is the domain of the sender unless an option says otherwise. */
  readonly endpoint: string;
  /** Values may hold `{apiKey}` and other options. */
  readonly headers?: Readonly<Record<string, string>>;
  /** User and password of Basic authentication, in the same form. */
  readonly basic?: string;
  /** Default: JSON. */
  readonly format?: "multipart";
  /** The request; every text in it is filled. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Options that must be given, beside the key where there is one. */
  readonly needs?: readonly string[];
  /** Options that the environment fills, see `EmailConfig`. Default: the key. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Everything about one provider, as data. The runtime builds the configuration from it, the CLI asks its
 * questions from it, the local identity provider imitates it. Values that depend on the user are written
 * `{name}` in URLs and resolved from `params`; what the provider's options or a sign-in bring later (`{clientId}`,
 * `{accessToken}`, `{tokens.x}`, `{profile.x}`, `{callback.x}`) is filled in by the runtime.
 */
export interface ProviderRecord {
  readonly id: string;
  readonly name: string;
  readonly type: "oauth" | "oidc";
  readonly status: "active" | "limited" | "deprecated" | "dead";
  /** URL template. Kept byte for byte: a trailing slash counts. */
  readonly issuer?: string;
  readonly wellKnown?: string;
  readonly params?: readonly RecordParam[];
  /** The server speaks OpenID 2.0; see `OAuth2Config`. */
  readonly openid2?: { readonly identity: string };
  /** URL templates; absent for OIDC: from discovery. */
  readonly authorization?: string;
  readonly token?: string;
  /** Where the token request differs from RFC 6749; see `TokenEndpoint`. */
  readonly tokenRequest?: {
    readonly assertionAudience?: "token_endpoint";
    readonly format?: "json" | "query";
    readonly rename?: Readonly<Record<string, string>>;
    readonly body?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly fromCallback?: readonly string[];
    readonly hostFromCallback?: { readonly param: string; readonly hosts: readonly string[] };
  };
  /** Members that the token answer lacks and RFC 6749 wants. */
  readonly tokenDefaults?: Readonly<Record<string, string>>;
  /**
   * Where the token answer differs otherwise. Even when empty: a scope list is joined, a scope of null dropped,
   * text in `expires_in` and a date in `expires_at` become seconds, a form-encoded answer is read.
   */
  readonly tokenAnswer?: {
    /** Text in front of the JSON. */
    readonly prefix?: string;
    /** Path of the answer where it is wrapped. */
    readonly unwrap?: string;
    /** The provider's names and the standard ones for them. */
    readonly rename?: Readonly<Record<string, string>>;
  };
  /** A member of token and userinfo answers that tells success where the status does not. */
  readonly success?: { readonly member: string; readonly value: string | number | boolean };
  /** Algorithm of the ID token where it is signed with the client secret. */
  readonly idTokenAlg?: "HS256";
  readonly userinfo?: string;
  readonly userinfoHeaders?: Readonly<Record<string, string>>;
  readonly userinfoMethod?: "GET" | "POST";
  readonly userinfoBody?: Readonly<Record<string, unknown>>;
  readonly userinfoForm?: Readonly<Record<string, string>>;
  readonly userinfoTokenIn?: TokenPlace;
  /** Parameters of the callback with JSON in them that belong to the profile. */
  readonly userinfoFromCallback?: readonly string[];
  /** The userinfo answer is a signed JWT. */
  readonly userinfoJwt?: true;
  readonly userinfoExtra?: readonly RecordExtraRequest[];
  /** Path of the profile where the answer wraps it, such as `response[0]`. The other paths start below it. */
  readonly userinfoUnwrap?: string;
  /** Profile members that are filled from these paths when the answer leaves them empty. */
  readonly userinfoFill?: Readonly<Record<string, string>>;
  /** Default: ID token for oidc, userinfo for oauth. */
  readonly profileFrom?: "id_token" | "userinfo" | "tokens" | "access_token";
  /** Absent: `openid profile email` for oidc, none for oauth. */
  readonly scopes?: readonly string[];
  /** Default: a space. */
  readonly scopeSeparator?: string;
  /** Values may be templates; one whose option is "" is left out. */
  readonly authorizationParams?: Readonly<Record<string, string>>;
  /** Those of them that the query of a sign-in request may change, because they decide nothing but what is shown. */
  readonly openParams?: readonly string[];
  /** Own names of standard parameters, such as `client_key` for `client_id`. */
  readonly authorizationRename?: Readonly<Record<string, string>>;
  /** Own names of parameters of the answer and the standard ones for them, such as `auth_code` for `code`. */
  readonly callbackRename?: Readonly<Record<string, string>>;
  /** Default: pkce and state, for oidc also nonce. */
  readonly checks?: readonly Check[];
  /** Default S256. */
  readonly pkceMethod?: "plain";
  /** Default: client_secret_basic. */
  readonly clientAuth?: ClientAuthMethod;
  /** Path expressions (profile-path.ts) over the profile and `tokens`. Default: the OIDC claims. */
  readonly profile?: {
    /** One path without alternatives: two ways to name a person are two persons. */
    readonly id: string;
    readonly name?: string;
    readonly email?: string;
    readonly image?: string;
  };
  /**
   * Where people have several ids: the path of each, by the name that the option `idFrom` chooses it with. The first
   * is the default and stands in `profile.id` too. No answer ever chooses between them.
   */
  readonly ids?: Readonly<Record<string, string>>;
  /** Path of the value that is true when the provider has verified the e-mail address. */
  readonly emailVerified?: string;
  readonly style?: { readonly bg: string; readonly text: string };
  /** Below: for people; the build leaves it out of the modules that apps load. */
  readonly docs?: string;
  readonly console?: string;
  readonly localhost?: { readonly rule: LocalhostRule; readonly note?: string; readonly checked?: boolean };
  readonly refresh?: string;
  readonly notes?: readonly string[];
}

/** With the protocol in the type, so that a factory knows what it makes. */
export type OAuthRecord = ProviderRecord & { readonly type: "oauth" };
export type OIDCRecord = ProviderRecord & { readonly type: "oidc" };
