import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/auth0.js";

/** What is known of Auth0, as data. */
export const record: OIDCRecord = {
  id: "auth0",
  name: "Auth0",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#EB5424", text: "#fff" },
  docs: "https://auth0.com/docs/get-started/authentication-and-authorization-flow/authorization-code-flow",
  console: "https://manage.auth0.com/dashboard",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope (and allow it on the API)",
  notes: [
    "The issuer ends with a slash, and it counts",
    "Access tokens are JWTs only when the audience parameter is sent",
    "organization and connection may be passed as authorization parameters",
  ],
};

/** Claims of Auth0. */
export type Auth0Profile = Profile;

/** What the factory takes. */
export type Auth0Options = OIDCUserConfig<Auth0Profile> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Auth0.
 *
 * @param options client id and secret (default: `AUTH_AUTH0_ID`, `AUTH_AUTH0_SECRET`), `domain`, or `issuer`
 * in their place (`AUTH_AUTH0_ISSUER`); any member overrides the provider's own value. Callback URL to
 * register: `{origin}{basePath}/callback/auth0`
 * @example Auth0({ domain: "login.example.com" })
 */
export default function Auth0(options: Auth0Options = {}): OIDCConfig<Auth0Profile> {
  return fromOidcRecord<Auth0Profile, OIDCRecord>(record, options, { mark });
}
