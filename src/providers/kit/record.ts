import type { Check, ClientAuthMethod, TokenPlace } from "../../runtime/types/provider.js";
import type { LocalhostRule, RecordExtraRequest, RecordParam } from "./record-parts.js";

/** A way to sign in that is no OAuth: known by name, without endpoints. */
export interface PlainRecord {
  /** Id in addresses and commands. */
  readonly id: string;
  /** Name to show. */
  readonly name: string;
  /** Kind of the provider. */
  readonly type: "credentials" | "email" | "webauthn";
  /** Whether it works at present. */
  readonly status: ProviderRecord["status"];
  /** Page of the service. */
  readonly docs?: string;
  /** What to know of it, in sentences. */
  readonly notes?: readonly string[];
}

/** A service that sends mail over HTTP. Texts hold `{from}`, `{to}`, `{subject}`, `{text}`, `{html}` and more. */
export interface MailRecord extends PlainRecord {
  /** Kind of the provider. */
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
 * Everything about one provider, as data: the runtime builds the configuration from it, the CLI asks by it, the local
 * identity provider imitates it. `{name}` in URLs is what the user gives, by `params`; what options or a sign-in bring
 * later (`{clientId}`, `{accessToken}`, `{tokens.x}`, `{profile.x}`, `{callback.x}`) is filled in by the runtime.
 */
export interface ProviderRecord {
  /** Id in addresses and commands. */
  readonly id: string;
  /** Name to show on the button. */
  readonly name: string;
  /** Protocol. */
  readonly type: "oauth" | "oidc";
  /** `limited`: not open to everybody; `deprecated`: still there, for old apps; `dead`: switched off. */
  readonly status: "active" | "limited" | "deprecated" | "dead";
  /** URL template. Kept byte for byte: a trailing slash counts. */
  readonly issuer?: string;
  /** Address of the discovery document where it is not below the issuer. */
  readonly wellKnown?: string;
  /** Holes of the templates. */
  readonly params?: readonly RecordParam[];
  /** It knows `max_age` and `prompt=login`, and its ID token says `auth_time` then; see `OAuth2Config`. */
  readonly reauthentication?: "max_age";
  /** The server speaks OpenID 2.0; see `OAuth2Config`. */
  readonly openid2?: {
    /** Regular expression of claimed identifiers; its group is the id. */
    readonly identity: string;
  };
  /** URL templates; absent for OIDC: from discovery. */
  readonly authorization?: string;
  /** Token endpoint (RFC 6749 section 3.2); absent for OIDC. */
  readonly token?: string;
  /** Where the token request differs from RFC 6749; see `TokenEndpoint`. */
  readonly tokenRequest?: {
    /** Audience of client assertions. */
    readonly assertionAudience?: "token_endpoint";
    /** How the request travels. Default: a form. */
    readonly format?: "json" | "query";
    /** Own names of standard parameters. */
    readonly rename?: Readonly<Record<string, string>>;
    /** Further parameters. */
    readonly body?: Readonly<Record<string, string>>;
    /** Further headers. */
    readonly headers?: Readonly<Record<string, string>>;
    /** Parameters of the callback that are repeated. */
    readonly fromCallback?: readonly string[];
    /** The callback names the server. */
    readonly hostFromCallback?: {
      /** Parameter that names it. */
      readonly param: string;
      /** Hosts that may be named. */
      readonly hosts: readonly string[];
    };
  };
  /** Members that the token answer lacks and RFC 6749 wants. The factory hands over `conformToken`. */
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
  readonly success?: {
    /** Its name. */
    readonly member: string;
    /** Its value where all is well. */
    readonly value: string | number | boolean;
  };
  /** Where tokens are taken back (RFC 7009); absent for OIDC: from discovery. */
  readonly revocation?: string;
  /** Algorithm of the ID token where it is signed with the client secret. */
  readonly idTokenAlg?: "HS256";
  /** Address that tells who signed in. */
  readonly userinfo?: string;
  /** Further headers. */
  readonly userinfoHeaders?: Readonly<Record<string, string>>;
  /** Default: GET. */
  readonly userinfoMethod?: "GET" | "POST";
  /** JSON body of a POST. */
  readonly userinfoBody?: Readonly<Record<string, unknown>>;
  /** Form body of a POST. */
  readonly userinfoForm?: Readonly<Record<string, string>>;
  /** Where the access token stands. Default: `Authorization: Bearer`. */
  readonly userinfoTokenIn?: TokenPlace;
  /** Parameters of the callback with JSON in them that belong to the profile. */
  readonly userinfoFromCallback?: readonly string[];
  /** The userinfo answer is a signed JWT. */
  readonly userinfoJwt?: true;
  /** Further requests for the profile. */
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
    /** Becomes `user.name`. */
    readonly name?: string;
    /** Becomes `user.email`. */
    readonly email?: string;
    /** Becomes `user.image`. */
    readonly image?: string;
  };
  /**
   * Where people have several ids: the path of each, by the name that the option `idFrom` chooses it with. The first
   * is the default and stands in `profile.id` too. No answer ever chooses between them.
   */
  readonly ids?: Readonly<Record<string, string>>;
  /** Path of the value that is true when the provider has verified the e-mail address. */
  readonly emailVerified?: string;
  /** Colours of the button, in CSS. */
  readonly style?: {
    /** Background. */
    readonly bg: string;
    /** CSS color of the words on it. */
    readonly text: string;
  };
  /** Below: for people; the build leaves it out of the modules that apps load. */
  readonly docs?: string;
  /** Page where apps are registered. */
  readonly console?: string;
  /** Whether a local callback may be registered. */
  readonly localhost?: {
    /** In a word. */
    readonly rule: LocalhostRule;
    /** In a sentence. */
    readonly note?: string;
    /** Read in the provider's documentation, not guessed. */
    readonly checked?: boolean;
  };
  /** What is known of refresh tokens. */
  readonly refresh?: string;
  /**
   * What of sign-outs it can: `federated`: its discovery document has an `end_session_endpoint`; `backchannel`: it sends
   * logout tokens. Absent: nobody has looked, or neither.
   */
  readonly signOut?: readonly ("federated" | "backchannel")[];
  /** What to know of it, in sentences. */
  readonly notes?: readonly string[];
}

/** With the protocol in the type, so that a factory knows what it makes. */
export type OAuthRecord = ProviderRecord & {
  /** OAuth 2. */
  readonly type: "oauth";
};
/** With the protocol in the type: OpenID Connect. */
export type OIDCRecord = ProviderRecord & {
  /** OpenID Connect. */
  readonly type: "oidc";
};
