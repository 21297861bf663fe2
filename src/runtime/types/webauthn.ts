import type { Adapter, AdapterUser } from "./adapter.js";
import type { Awaitable, User } from "./entities.js";
import type { CredentialInput } from "./provider.js";

/** Who asks for passkeys (Web Authentication Level 3 section 4, "relying party"). */
export interface RelyingParty {
  /** Domain that the passkeys belong to; every host below it can use them. */
  id: string;
  /** What the browser shows. */
  name: string;
  /** Where the ceremony must have taken place: scheme, host and port. */
  origin: string;
}

/** What `getUserInfo` and `getRelayingParty` may need to know of the config. */
export interface WebAuthnOptions {
  provider: WebAuthnConfig;
  adapter: Adapter;
  /** Origin and base path of the handler. */
  url: URL;
}

/** What they may need to know of the request. */
export interface WebAuthnRequest {
  url: URL;
  method: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  cookies: Readonly<Record<string, string | undefined>>;
  body?: Record<string, unknown>;
}

/** Who wants to register or sign in: a stored user, or the columns of a new one. */
export type WebAuthnUserInfo =
  | { readonly exists: true; readonly user: AdapterUser }
  | { readonly exists: false; readonly user: User };

/** How much something is wanted of the authenticator. */
type Wanted = "required" | "preferred" | "discouraged";

export interface WebAuthnConfig {
  id: string;
  name: string;
  type: "webauthn";
  /** The browser offers passkeys in the form's first field, before anything is typed. Default true; one provider only. */
  enableConditionalUI: boolean;
  /** Kept for compatibility: the built-in page has a script of its own and loads nothing from elsewhere. */
  simpleWebAuthnBrowserVersion: false | string;
  /**
   * May somebody who isn't signed in register a passkey, and so become a new user? `"verified"`: for the address that a
   * mailed token proves: `webauthn-options?action=register&email=…&token=…`, with the token and address of a sign-in
   * mail. `true`: for any address that no user has; the session then bears an address that nobody proved
   * (`emailVerified` is null). `false`: never. Signed-in users add passkeys in any case. Default `"verified"`.
   */
  allowSignUp?: boolean | "verified";
  /** Fields of the built-in form; none: the provider has no form. */
  formFields: Record<string, CredentialInput & { autocomplete?: string }>;
  /** Where the URL does not say it: of lists the first element counts. */
  relayingParty?: { id?: string | string[]; name?: string | string[]; origin?: string | string[] };
  getRelayingParty?: (options: WebAuthnOptions, request: WebAuthnRequest) => RelyingParty;
  /** Who is meant? null: the request does not say. Default: by the `email` field. */
  getUserInfo?: (options: WebAuthnOptions, request: WebAuthnRequest) => Awaitable<WebAuthnUserInfo | null>;
  /** Times in milliseconds. */
  authenticationOptions?: {
    timeout?: number;
    userVerification?: Wanted;
    extensions?: Record<string, unknown>;
  };
  registrationOptions?: {
    timeout?: number;
    attestationType?: "none" | "direct" | "enterprise";
    authenticatorSelection?: {
      authenticatorAttachment?: "platform" | "cross-platform";
      residentKey?: Wanted;
      requireResidentKey?: boolean;
      userVerification?: Wanted;
    };
    extensions?: Record<string, unknown>;
    /** COSE identifiers, the preferred one first; default EdDSA, ES256, RS256. */
    supportedAlgorithmIDs?: number[];
  };
  /**
   * Loads `@simplewebauthn/server`. It stands with the provider, so that bundlers look for the package only in apps
   * that use passkeys.
   */
  library?: () => Promise<unknown>;
  /** Loads the flows of passkeys, which are part of the provider for the same reason. */
  flows?: () => Promise<unknown>;
  verifyAuthenticationOptions?: { requireUserVerification?: boolean };
  verifyRegistrationOptions?: { requireUserVerification?: boolean; supportedAlgorithmIDs?: number[] };
  options?: Partial<WebAuthnConfig>;
}
