import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { importPrivateKey } from "./functions/private-key.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Login.gov, as data. */
export const record: OIDCRecord = {
  id: "login-gov",
  name: "Login.gov",
  type: "oidc",
  status: "active",
  issuer: "https://secure.login.gov/",
  profileFrom: "userinfo",
  tokenRequest: { assertionAudience: "token_endpoint" },
  scopes: ["openid", "email", "profile"],
  authorizationParams: { acr_values: "urn:acr.login.gov:auth-only", prompt: "select_account" },
  openParams: ["prompt"],
  clientAuth: "private_key_jwt",
  profile: { id: "sub", name: "${given_name} ${family_name}||email", email: "email" },
  emailVerified: "email_verified",
  docs: "https://developers.login.gov/oidc/getting-started/",
  console: "https://dashboard.int.identitysandbox.gov/",
  localhost: { rule: "http-localhost", note: "in the sandbox", checked: false },
  refresh: "none",
  notes: [
    "The client signs with a private key (PKCS #8 in PEM); it stands where others have the secret",
    "Sandbox: issuer https://idp.int.identitysandbox.gov/",
  ],
};

/** Claims of Login.gov. */
export type LoginGovProfile = Profile;

/**
 * Sign in with Login.gov.
 *
 * @param options client id (default: `AUTH_LOGIN_GOV_ID`) and as client secret the private key, PKCS #8 in PEM, whose
 * certificate is registered with the app (default: `AUTH_LOGIN_GOV_SECRET`); `issuer` for the sandbox. Any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/login-gov`
 * @example LoginGov({ issuer: "https://idp.int.identitysandbox.gov/" })
 */
export default function LoginGov<P extends LoginGovProfile = LoginGovProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, {
    token: { clientPrivateKey: ({ clientSecret }) => importPrivateKey(clientSecret, "RS256") },
  });
}
