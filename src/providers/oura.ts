import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Oura, as data. */
export const record: OAuthRecord = {
  id: "oura",
  name: "Oura",
  type: "oauth",
  status: "active",
  authorization: "https://cloud.ouraring.com/oauth/authorize",
  token: "https://api.ouraring.com/oauth/token",
  userinfo: "https://api.ouraring.com/v2/usercollection/personal_info",
  scopes: ["email", "personal"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", email: "email" },
  docs: "https://cloud.ouraring.com/docs/authentication",
  console: "https://cloud.ouraring.com/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /v2/usercollection/personal_info` of Oura; the members that are read. */
export interface OuraProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Oura.
 *
 * @param options client id and secret (default: `AUTH_OURA_ID`, `AUTH_OURA_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/oura`
 * @example Oura()
 */
export default function Oura<P extends OuraProfile = OuraProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
