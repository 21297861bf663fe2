/** Names of providers as code of other packages takes them. */
import type {
  CredentialsConfig,
  EmailConfig,
  OAuthConfig,
  Provider,
  WebAuthnConfig,
} from "../../runtime/types/provider.js";
import type { ProviderType } from "../../runtime/types/entities.js";
import type { CredentialInput } from "../../runtime/types/credential-input.js";
import type { CredentialsOptions } from "../credentials.js";
import type { EmailUserConfig } from "../email.js";
import type { EmailProviderId, OAuthProviderId } from "../provider-types.js";

/** What every provider says of itself. */
export interface CommonProviderOptions {
  /** Id in addresses. */
  id: string;
  /** Name to show. */
  name: string;
  /** How the provider finds out who somebody is. */
  type: ProviderType;
}

/** A provider, as a page of the app may show it. */
export interface AppProvider extends CommonProviderOptions {
  /** Address that a POST to begins a sign-in. */
  signinUrl: string;
  /** Address that the provider sends the browser back to. */
  callbackUrl: string;
}

/** Id of a provider; one of the app's own has any. */
export type ProviderId = OAuthProviderId | EmailProviderId | "credentials" | "webauthn" | (string & {});

/* oxlint-disable no-explicit-any -- a provider's profile type appears in both directions, so only `any` accepts all */
/** Factories by the id of their provider. */
export type BuiltInProviders = Record<
  OAuthProviderId,
  (config: Partial<OAuthConfig<any>>) => OAuthConfig<any>
> &
  Record<"credentials", (config: CredentialsOptions<Record<string, CredentialInput>>) => CredentialsConfig> &
  Record<EmailProviderId, (config: EmailUserConfig) => EmailConfig> &
  Record<"webauthn", (config: Partial<WebAuthnConfig>) => WebAuthnConfig>;
/* oxlint-enable no-explicit-any */

/** The providers of a configuration. */
export type AppProviders = Provider[];
