/** Entry point `authwright/providers`: what all providers share. The factories stand at `authwright/providers/<id>`. */
export type { Profile, ProviderType, TokenSet, User } from "../runtime/types/entities.js";
export type {
  AccountCallback,
  AnyProviderConfig,
  AuthorizationEndpoint,
  Check,
  ClientAuthMethod,
  CredentialsConfig,
  EmailConfig,
  Mail,
  MailContent,
  MailText,
  ExtraUserRequest,
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
  Provider,
  ProviderStyle,
  TokenEndpoint,
  UserinfoEndpoint,
  RelyingParty,
  WebAuthnConfig,
  WebAuthnOptions,
  WebAuthnRequest,
  WebAuthnUserInfo,
} from "../runtime/types/provider.js";
export type {
  AuthorizationEndpointHandler,
  OAuthChecks,
  OAuthEndpointType,
  OAuthProviderButtonStyles,
  OIDCConfigInternal,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from "./oauth.js";
export type { CredentialsProviderId } from "./credentials.js";
export type {
  EmailProviderSendVerificationRequestParams,
  EmailProviderType,
  EmailUserConfig,
} from "./email.js";
export type {
  AppProvider,
  AppProviders,
  BuiltInProviders,
  CommonProviderOptions,
  ProviderId,
} from "./kit/provider-ids.js";
export type { EmailProviderId, OAuthProviderId } from "./provider-types.js";
export type { CredentialInput } from "../runtime/types/credential-input.js";
export { isEmailVerified } from "../runtime/oauth/profile-path.js";
export type { ProviderRecord } from "./kit/record.js";
export type { LocalhostRule, RecordParam } from "./kit/record-parts.js";
