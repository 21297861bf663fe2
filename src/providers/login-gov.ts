import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { importPrivateKey } from "./functions/private-key.js";
import { fromRecord } from "./kit/from-record.js";
import type { OIDCRecord } from "./kit/record.js";

export const record: OIDCRecord = {
  id: "login-gov",
  name: "Login.gov",
  type: "oidc",
  status: "active",
  issuer: "https://secure.login.gov/",
  params: [{ name: "privateKey", required: true, example: "-----BEGIN PRIVATE KEY-----..." }],
  profileFrom: "userinfo",
  scopes: ["openid", "email", "profile"],
  authorizationParams: { acr_values: "urn:acr.login.gov:auth-only", prompt: "select_account" },
  clientAuth: "private_key_jwt",
  profile: { id: "sub", name: "${given_name} ${family_name}||email", email: "email" },
  emailVerified: "email_verified",
  docs: "https://developers.login.gov/oidc/getting-started/",
  console: "https://dashboard.int.identitysandbox.gov/",
  localhost: { rule: "http-localhost", note: "in the sandbox", checked: false },
  refresh: "none",
  notes: [
    "The client signs with a private key; there is no secret",
    "Sandbox: issuer https://idp.int.identitysandbox.gov/",
  ],
};

/** Claims of Login.gov. */
export type LoginGovProfile = Profile;

export type LoginGovOptions = OIDCUserConfig<LoginGovProfile> & {
  /** PKCS #8 in PEM; its certificate is registered with the app. */
  privateKey?: string;
};

/**
 * Sign in with Login.gov.
 *
 * @param options client id (default: `AUTH_LOGIN_GOV_ID`) and `privateKey`; `issuer` for the sandbox; any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/login-gov`
 * @example LoginGov({ privateKey: process.env.LOGIN_GOV_KEY })
 */
export default function LoginGov(options: LoginGovOptions = {}): OIDCConfig<LoginGovProfile> {
  const { privateKey, ...rest } = options;
  return fromRecord<LoginGovProfile, OIDCRecord>(record, rest, {
    ...(privateKey && { token: { clientPrivateKey: () => importPrivateKey(privateKey, "RS256") } }),
  });
}
