import type { Check, ClientAuthMethod } from "../../runtime/types/provider.js";

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

/**
 * Everything about one provider, as data. The runtime builds the configuration from it, the CLI asks its
 * questions from it, the local identity provider imitates it. Values that depend on the user are written
 * `{name}` in URLs and resolved from `params`.
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
  /** URL templates; absent for OIDC: from discovery. */
  readonly authorization?: string;
  readonly token?: string;
  /** Members that the token answer lacks and RFC 6749 wants. */
  readonly tokenDefaults?: Readonly<Record<string, string>>;
  readonly userinfo?: string;
  readonly userinfoHeaders?: Readonly<Record<string, string>>;
  readonly userinfoMethod?: "GET" | "POST";
  readonly userinfoBody?: Readonly<Record<string, unknown>>;
  readonly userinfoExtra?: readonly RecordExtraRequest[];
  /** Path of the profile where the answer wraps it, such as `response[0]`. The other paths start below it. */
  readonly userinfoUnwrap?: string;
  /** Profile members that are filled from these paths when the answer leaves them empty. */
  readonly userinfoFill?: Readonly<Record<string, string>>;
  /** Default: ID token for oidc, userinfo for oauth. */
  readonly profileFrom?: "id_token" | "userinfo" | "tokens";
  /** Absent: `openid profile email` for oidc, none for oauth. */
  readonly scopes?: readonly string[];
  /** Default: a space. */
  readonly scopeSeparator?: string;
  readonly authorizationParams?: Readonly<Record<string, string>>;
  /** Default: pkce and state, for oidc also nonce. */
  readonly checks?: readonly Check[];
  /** Default: client_secret_basic. */
  readonly clientAuth?: ClientAuthMethod;
  /** Path expressions (profile-path.ts) over the profile and `tokens`. Default: the OIDC claims. */
  readonly profile?: {
    readonly id: string;
    readonly name?: string;
    readonly email?: string;
    readonly image?: string;
  };
  /** Path of the value that is true when the provider has verified the e-mail address. */
  readonly emailVerified?: string;
  readonly style?: { readonly bg: string; readonly text: string };
  /** Below: for people. */
  readonly docs?: string;
  readonly console?: string;
  readonly localhost?: { readonly rule: LocalhostRule; readonly note?: string; readonly checked?: boolean };
  readonly refresh?: string;
  readonly notes?: readonly string[];
}
