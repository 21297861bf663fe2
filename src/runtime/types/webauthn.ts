import type { AuthError } from "../errors/index.js";
import type { Adapter, AdapterUser } from "./adapter.js";
import type { Awaitable, User } from "./entities.js";
import type { CredentialInput } from "./credential-input.js";
import type { PasskeyFlows } from "./provider-parts.js";

/** Who asks for passkeys (Web Authentication Level 3 section 4, "relying party"). */
export interface RelyingParty {
  /** Domain that the passkeys belong to; every host below it can use them. */
  id: string;
  /** What the browser shows. */
  name: string;
  /** Where the ceremony must have taken place: scheme, host and port; at one of several. */
  origin: string | string[];
}

/** What of `@simplewebauthn/server` passkeys need; apps without them do not have the package. */
export interface PasskeyLibrary {
  /** What the browser is asked for a new passkey. */
  generateRegistrationOptions(options: LibraryOptions): Promise<{ readonly challenge: string }>;
  /** What the browser is asked to sign in with. */
  generateAuthenticationOptions(options: LibraryOptions): Promise<{ readonly challenge: string }>;
  /** Rejects, or says false, where the answer to that is not right. */
  verifyRegistrationResponse(options: LibraryOptions): Promise<{
    readonly verified: boolean;
    readonly registrationInfo?: {
      readonly credential: { readonly id: string; readonly publicKey: Uint8Array; readonly counter: number };
      readonly credentialBackedUp: boolean;
      readonly credentialDeviceType: string;
    };
  }>;
  /** The same of a sign-in; the counter is the new one of the authenticator. */
  verifyAuthenticationResponse(options: LibraryOptions): Promise<{
    readonly verified: boolean;
    readonly authenticationInfo: { readonly newCounter: number };
  }>;
}

/** By the library's own names; the browser's answer among them may be anything. */
type LibraryOptions = Readonly<Record<string, unknown>>;

/** What `getUserInfo` and `getRelayingParty` may need to know of the config. */
export interface WebAuthnOptions {
  /** The provider that is asked. */
  provider: WebAuthnConfig;
  /** The store with users and passkeys. */
  adapter: Adapter;
  /** Origin and base path of the handler. */
  url: URL;
}

/** What they may need to know of the request. */
export interface WebAuthnRequest {
  /** Address of the request. */
  url: URL;
  /** Method of the request, in capitals. */
  method: string;
  /** Headers by their names in lower case. */
  headers: Record<string, string>;
  /** Members of the query; of those that come twice, the last one. */
  query: Record<string, string>;
  /** Cookies by name. */
  cookies: Readonly<Record<string, string | undefined>>;
  /** Fields of a form or JSON body. */
  body?: Record<string, unknown>;
}

/** Who wants to register or sign in: a stored user, or the columns of a new one. */
export type WebAuthnUserInfo =
  | {
      /** The user is stored. */
      readonly exists: true;
      /** Who is meant. */
      readonly user: AdapterUser;
    }
  | {
      /** The user would be a new one. */
      readonly exists: false;
      /** What would be stored; its id is the one that the passkey gets. */
      readonly user: User;
    };

/** How much something is wanted of the authenticator. */
type Wanted = "required" | "preferred" | "discouraged";

/** A provider of passkeys (Web Authentication Level 3). */
export interface WebAuthnConfig {
  /** Id in addresses: `{basePath}/signin/{id}`. */
  id: string;
  /** Name to show. Default: `Passkey`. */
  name: string;
  /** Kind of the provider. */
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
  formFields: Record<string, CredentialInput>;
  /** Where the URL does not say it: of lists of domains and names the first element counts. */
  relayingParty?: {
    /** Domain that the passkeys belong to. Default: the host of the app. */
    id?: string | string[];
    /** What the browser shows. Default: the host of the app. */
    name?: string | string[];
    /**
     * Scheme, host and port of every place where the passkeys are used. Default: those of the app. What is outside of the
     * domain is named at `/.well-known/webauthn` of the domain, by which browsers allow it.
     */
    origin?: string | string[];
  };
  /** Who asks for passkeys, by request. Default: by `relayingParty` and the app's address. */
  getRelayingParty?: (options: WebAuthnOptions, request: WebAuthnRequest) => RelyingParty;
  /** Who is meant? null: the request does not say. Default: by the `email` field. */
  getUserInfo?: (options: WebAuthnOptions, request: WebAuthnRequest) => Awaitable<WebAuthnUserInfo | null>;
  /** Times in milliseconds. */
  authenticationOptions?: {
    /** Milliseconds that the browser may wait for the person; default 300000. */
    timeout?: number;
    /** Whether the authenticator is to check the person, by a code or finger. Default `preferred`. */
    userVerification?: Wanted;
    /** Extensions that the browser is asked for, as it takes them. */
    extensions?: Record<string, unknown>;
  };
  /** Options of a registration. Times in milliseconds. */
  registrationOptions?: {
    /** Milliseconds that the browser may wait for the person; default 300000. */
    timeout?: number;
    /** Whether the authenticator says what it is. Default `none`. */
    attestationType?: "none" | "direct" | "enterprise";
    /** Which authenticators may take part. Default: any, with a passkey that can be found without a name. */
    authenticatorSelection?: {
      /** `platform`: built into the device; `cross-platform`: a key that is plugged in. Default: either. */
      authenticatorAttachment?: "platform" | "cross-platform";
      /** Whether the passkey is to be found without a name. Default `preferred`. */
      residentKey?: Wanted;
      /** The same in Level 1 of the standard, for old browsers. */
      requireResidentKey?: boolean;
      /** Whether the authenticator is to check the person. Default `preferred`. */
      userVerification?: Wanted;
    };
    /** Extensions that the browser is asked for, as it takes them. */
    extensions?: Record<string, unknown>;
    /** COSE identifiers, the preferred one first; default EdDSA, ES256, RS256. */
    supportedAlgorithmIDs?: number[];
  };
  /**
   * Loads `@simplewebauthn/server`. It stands with the provider, so that bundlers look for the package only in apps
   * that use passkeys.
   */
  library?: () => Promise<PasskeyLibrary>;
  /** @internal Loads the flows of passkeys, which are part of the provider for the same reason. */
  flows?: () => Promise<PasskeyFlows>;
  /** Internal: what judges a configuration with passkeys, part of the provider for the same reason. */
  problems?: {
    /** Of one provider among all for passkeys. */
    inOptions(provider: WebAuthnConfig, all: readonly WebAuthnConfig[]): AuthError | undefined;
    /** Of everything around them. */
    inConfig(config: object): AuthError | undefined;
    /** They ask for no `experimental.enableWebAuthn`: where it is on, it warns of nothing. */
    isSwitchFree?: true;
  };
  /** What a sign-in is held to. */
  verifyAuthenticationOptions?: {
    /** The authenticator must have checked the person. Default: that of `@simplewebauthn/server`, true. */
    requireUserVerification?: boolean;
  };
  /** What a registration is held to. */
  verifyRegistrationOptions?: {
    /** The authenticator must have checked the person. Default: that of `@simplewebauthn/server`, true. */
    requireUserVerification?: boolean;
    /** COSE identifiers that are taken. Default: those that were offered. */
    supportedAlgorithmIDs?: number[];
  };
  /** What the app gave, laid over the rest. */
  options?: Partial<WebAuthnConfig>;
}
