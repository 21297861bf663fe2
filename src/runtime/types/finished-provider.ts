/** Providers as flows see them. Internal: nothing here is exported from the package. */
import type { ProviderStep } from "./metric.js";
import type {
  AuthorizationEndpoint,
  Check,
  CredentialsConfig,
  EmailConfig,
  OIDCConfig,
  TokenEndpoint,
  UserinfoEndpoint,
  WebAuthnConfig,
} from "./provider.js";

/** A provider after merging options and defaults; endpoints always objects. Frozen. */
export interface OAuthProvider extends Omit<
  OIDCConfig,
  "type" | "authorization" | "token" | "userinfo" | "checks"
> {
  readonly type: "oauth" | "oidc";
  readonly authorization?: AuthorizationEndpoint;
  readonly token?: TokenEndpoint;
  readonly userinfo?: UserinfoEndpoint;
  readonly checks: readonly Check[];
  /** Its answers hold an ID token, which says who signed in. */
  readonly hasIdToken: boolean;
  /** Id that the factory gives, where the app gave another one: which product it is. */
  readonly factoryId?: string;
  /** Development only: where an address of this provider really leads; applied to requests and redirects. */
  readonly reroute?: (url: string) => string;
  /** With `onMetric`: sends a request and tells how long it took. */
  readonly timedRequest?: (step: ProviderStep, send: () => Promise<Response>) => Promise<Response>;
}

/** Providers by what they are to flows: OpenID Connect is OAuth here. */
export interface ProviderKinds {
  readonly oauth: OAuthProvider;
  readonly email: EmailConfig;
  readonly credentials: CredentialsConfig;
  readonly webauthn: WebAuthnConfig;
}

export type InternalProvider = ProviderKinds[keyof ProviderKinds];
