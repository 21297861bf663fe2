/** The kinds of providers. Each stands in a file of its own; this one says what a configuration may hold. */
import type { CredentialsConfig } from "./credentials-provider.js";
import type { EmailConfig } from "./email-provider.js";
import type { OAuth2Config, OIDCConfig } from "./oauth-provider.js";
import type { WebAuthnConfig } from "./webauthn.js";

export type { CredentialsConfig } from "./credentials-provider.js";
export type { EmailConfig, Mail } from "./email-provider.js";
export type { MailContent, MailText } from "./mail-templates.js";
export type {
  AuthorizationEndpoint,
  ExtraUserRequest,
  TokenEndpoint,
  TokenPlace,
} from "./oauth-endpoints.js";
export type {
  AccountCallback,
  Check,
  ClientAuthMethod,
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
  ProviderAddresses,
  UserinfoEndpoint,
} from "./oauth-provider.js";
export type { ProviderMark, ProviderStyle } from "./provider-style.js";
export type {
  RelyingParty,
  WebAuthnConfig,
  WebAuthnOptions,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from "./webauthn.js";

/* oxlint-disable no-explicit-any -- a provider's profile type appears in both directions, so only `any` accepts all */
/** A provider object of any kind. */
export type AnyProviderConfig =
  | OAuth2Config<any>
  | OIDCConfig<any>
  | EmailConfig
  | CredentialsConfig<any>
  | WebAuthnConfig;

/** A provider object, or a factory; a factory is called with what the environment gives for its id. */
export type Provider = AnyProviderConfig | ((options?: any) => AnyProviderConfig);
/* oxlint-enable no-explicit-any */
