/** A value, or a promise of it: what callbacks and adapters may return. */
export type Awaitable<T> = T | PromiseLike<T>;

/** Any value that JSON can hold. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | JsonValue[]
  | { [key: string]: JsonValue | undefined };

/** The user shape without extensions; augment {@link User}, not this. */
export interface DefaultUser {
  /** Id in the store; without a store, at sign-in, the one from `profile()` or `authorize()`. */
  id?: string;
  /** Name to show. */
  name?: string | null;
  /** E-mail address, in lower case where a store looks it up. */
  email?: string | null;
  /** Address of a picture. */
  image?: string | null;
}

/** The person signing in, as callbacks and events see them. Open to declaration merging. */
export interface User extends DefaultUser {}

/** The session shape without extensions; augment {@link Session}, not this. */
export interface DefaultSession {
  /** Who is signed in; what of it is shown is up to the `session` callback. */
  user?: User;
  /** End of the session as an ISO 8601 date. */
  expires: string;
}

/** What the client receives. Open to declaration merging. */
export interface Session extends DefaultSession {}

/** One entry of RFC 9396 `authorization_details`. */
export interface AuthorizationDetails {
  /** Kind of what is asked for; the provider defines them. */
  readonly type: string;
  /** Where the access is to be used: addresses of resource servers. */
  readonly locations?: string[];
  /** What may be done there. */
  readonly actions?: string[];
  /** Kinds of data that are asked for. */
  readonly datatypes?: string[];
  /** Levels of privilege that are asked for. */
  readonly privileges?: string[];
  /** One resource, by its id. */
  readonly identifier?: string;
  readonly [key: string]: JsonValue | undefined;
}

/** The token answer of a provider (RFC 6749 section 5.1). */
export interface TokenSet {
  /** For the provider's API. A secret. */
  readonly access_token?: string;
  /** For a new access token (RFC 6749 section 6). A secret. */
  readonly refresh_token?: string;
  /** Who signed in, signed by the provider (OpenID Connect Core section 2). */
  readonly id_token?: string;
  /** Scopes that were granted, with blanks between them. */
  readonly scope?: string;
  /** Always in lower case. */
  readonly token_type?: Lowercase<string>;
  /** Lifetime of the access token in seconds, as the provider gave it. */
  readonly expires_in?: number;
  /** Absolute end of the access token, in seconds since 1970. */
  expires_at?: number;
  /** What was granted in detail (RFC 9396 section 7). */
  readonly authorization_details?: AuthorizationDetails[];
  readonly [parameter: string]: JsonValue | undefined;
}

/** How a provider finds out who somebody is. */
export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn";

/** How a person is known at one provider. Open to declaration merging. */
export interface Account extends TokenSet {
  /** Id of the provider. */
  provider: string;
  /** OAuth and OIDC: the id from `profile()`; email: the address; credentials: the id from `authorize()`. */
  providerAccountId: string;
  /** Type of the provider. */
  type: ProviderType;
  /** Id of the owning user. */
  userId?: string;
  [claim: string]: JsonValue | undefined;
}

/** Claims from a provider: the standard OIDC set plus anything else. Open to declaration merging. */
export interface Profile {
  /** Id that a provider without `sub` has for the person. */
  id?: string | null;
  /**
   * Id of the person at the issuer; never given to another one (OpenID Connect Core section 5.1, as all that follow).
   */
  sub?: string | null;
  /** Whole name as it is shown. */
  name?: string | null;
  /** First names. */
  given_name?: string | null;
  /** Last names. */
  family_name?: string | null;
  /** Middle names. */
  middle_name?: string | null;
  /** Casual name. */
  nickname?: string | null;
  /** Short name that the person wants to be called by; neither unique nor stable. */
  preferred_username?: string | null;
  /** Address of the profile page. */
  profile?: string | null;
  /** Address of a picture; some providers send an object. */
  // oxlint-disable-next-line no-explicit-any -- the interface fixes `any`: providers return strings and objects
  picture?: any;
  /** Address of a web page or blog. */
  website?: string | null;
  /** Preferred address. Whether it is the person's own: `email_verified`. */
  email?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | null;
  /** `female`, `male` or any other text. */
  gender?: string | null;
  /** `YYYY-MM-DD`; year `0000` when it is left out, or `YYYY` alone. */
  birthdate?: string | null;
  /** Time zone by its name, such as `Europe/Paris`. */
  zoneinfo?: string | null;
  /** Language tag of BCP 47, such as `en-US`. */
  locale?: string | null;
  /** Preferably E.164, such as `+1 425 555 1212`. */
  phone_number?: string | null;
  /** When the claims last changed: seconds since 1970, or a date. */
  updated_at?: Date | string | number | null;
  /** Where the person lives or gets mail (OpenID Connect Core 1.0, section 5.1.1). */
  address?: {
    /** Whole address, for a label; lines with line breaks. */
    formatted?: string | null;
    /** Street, house number, post-office box. */
    street_address?: string | null;
    /** City. */
    locality?: string | null;
    /** State, province or prefecture. */
    region?: string | null;
    /** Zip code, or what the country has for it. */
    postal_code?: string | null;
    /** Name of the country, in any language. */
    country?: string | null;
  } | null;
  [claim: string]: unknown;
}

/** The JWT shape without extensions; augment {@link JWT}, not this. */
export interface DefaultJWT extends Record<string, unknown> {
  /** Name of the user, from sign-in. */
  name?: string | null;
  /** Address of the user, from sign-in. */
  email?: string | null;
  /** Address of the picture, from sign-in. */
  picture?: string | null;
  /** Id of the user (RFC 7519 section 4.1.2). */
  sub?: string;
  /** When the token was made, in seconds since 1970 (RFC 7519 section 4.1.6). */
  iat?: number;
  /** When it ends, in seconds since 1970 (RFC 7519 section 4.1.4). */
  exp?: number;
  /** Id of the token (RFC 7519 section 4.1.7). */
  jti?: string;
}

/** Payload of a session token. Open to declaration merging. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** One provider as `GET /providers` lists it. */
export interface PublicProvider {
  /** Id of the provider. */
  id: string;
  /** Name to show on a button. */
  name: string;
  /** Type of the provider. */
  type: ProviderType;
  /** Address that a POST to begins a sign-in. */
  signinUrl: string;
  /** Address that the provider sends the browser back to; the one to register. */
  callbackUrl: string;
}

/** Who acts for whom, as people read it. */
export interface Impersonation {
  /** The administrator's name; without one, their address or id. */
  readonly admin: string;
  /** The user's name; without one, their address. */
  readonly user: string;
}
