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
  id?: string;
  name?: string | null;
  email?: string | null;
  image?: string | null;
}

/** The person signing in, as callbacks and events see them. Open to declaration merging. */
export interface User extends DefaultUser {}

/** The session shape without extensions; augment {@link Session}, not this. */
export interface DefaultSession {
  user?: User;
  /** End of the session as an ISO 8601 date. */
  expires: string;
}

/** What the client receives. Open to declaration merging. */
export interface Session extends DefaultSession {}

/** One entry of RFC 9396 `authorization_details`. */
export interface AuthorizationDetails {
  readonly type: string;
  readonly locations?: string[];
  readonly actions?: string[];
  readonly datatypes?: string[];
  readonly privileges?: string[];
  readonly identifier?: string;
  readonly [key: string]: JsonValue | undefined;
}

/** The token answer of a provider (RFC 6749 section 5.1). */
export interface TokenSet {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly id_token?: string;
  readonly scope?: string;
  /** Always in lower case. */
  readonly token_type?: Lowercase<string>;
  /** Lifetime of the access token in seconds, as the provider gave it. */
  readonly expires_in?: number;
  /** Absolute end of the access token, in seconds since 1970. */
  expires_at?: number;
  readonly authorization_details?: AuthorizationDetails[];
}

export type ProviderType = "oidc" | "oauth" | "email" | "credentials" | "webauthn";

/** How a person is known at one provider. Open to declaration merging. */
export interface Account extends TokenSet {
  provider: string;
  /** OAuth and OIDC: the id from `profile()`; email: the address; credentials: the id from `authorize()`. */
  providerAccountId: string;
  type: ProviderType;
  /** Id of the owning user. */
  userId?: string;
  // `unknown` beside the token fields: providers add members of any JSON type.
  [claim: string]: unknown;
}

/** Claims from a provider: the standard OIDC set plus anything else. Open to declaration merging. */
export interface Profile {
  id?: string | null;
  sub?: string | null;
  name?: string | null;
  given_name?: string | null;
  family_name?: string | null;
  middle_name?: string | null;
  nickname?: string | null;
  preferred_username?: string | null;
  profile?: string | null;
  // oxlint-disable-next-line no-explicit-any -- the interface fixes `any`: providers return strings and objects
  picture?: any;
  website?: string | null;
  email?: string | null;
  email_verified?: boolean | null;
  gender?: string | null;
  birthdate?: string | null;
  zoneinfo?: string | null;
  locale?: string | null;
  phone_number?: string | null;
  updated_at?: Date | string | number | null;
  address?: {
    formatted?: string | null;
    street_address?: string | null;
    locality?: string | null;
    region?: string | null;
    postal_code?: string | null;
    country?: string | null;
  } | null;
  [claim: string]: unknown;
}

/** The JWT shape without extensions; augment {@link JWT}, not this. */
export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null;
  email?: string | null;
  picture?: string | null;
  sub?: string;
  iat?: number;
  exp?: number;
  jti?: string;
}

/** Payload of a session token. Open to declaration merging. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

/** One provider as `GET /providers` lists it. */
export interface PublicProvider {
  id: string;
  name: string;
  type: ProviderType;
  signinUrl: string;
  callbackUrl: string;
}
