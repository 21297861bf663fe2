import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
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
export type Auth0Profile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "email"
    | "family_name"
    | "given_name"
    | "name"
    | "nickname"
    | "phone_number"
    | "picture"
    | "username"
    | "last_ip"
    | "multifactor"
    | "user_id",
    string
  > &
    Record<"email_verified" | "blocked" | "phone_verified", boolean> &
    Record<"updated_at" | "created_at" | "last_login" | "last_password_reset", Date> &
    Record<"app_metadata" | "user_metadata", object> &
    Record<
      "identities",
      (Record<"connection" | "provider" | "user_id", string> &
        Record<"isSocial", boolean> &
        Record<"profileData", object>)[]
    > &
    Record<"logins_count", number>
>;

/** What the factory takes. */
export type Auth0Options<P extends Auth0Profile = Auth0Profile> = OIDCUserConfig<P> & {
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
export default function Auth0<P extends Auth0Profile = Auth0Profile>(
  options: Auth0Options<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
