/** Types that all providers of OAuth and OpenID Connect share. */
import type {
  AuthorizationEndpoint,
  Check,
  OIDCConfig,
  ProviderStyle,
  TokenEndpoint,
  UserinfoEndpoint,
} from "../runtime/types/provider.js";

export type {
  AccountCallback,
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
} from "../runtime/types/provider.js";
export type { OAuthProviderId } from "./provider-types.js";

/** Protections of one sign-in. */
export type OAuthChecks = Check[];

/** The endpoints that a provider names. */
export type OAuthEndpointType = "authorization" | "token" | "userinfo";

/** Where the browser is sent. */
export type AuthorizationEndpointHandler = AuthorizationEndpoint;

/** Where the code is exchanged. */
export type TokenEndpointHandler = TokenEndpoint;

/** Where the provider tells who signed in. */
export type UserinfoEndpointHandler = UserinfoEndpoint;

/** Colours of the button. */
export type OAuthProviderButtonStyles = ProviderStyle;

/** A provider of OpenID Connect, as the handler sees it. */
export type OIDCConfigInternal<P> = OIDCConfig<P>;
