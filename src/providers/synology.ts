import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Synology SSO, as data. */
export const record: OAuthRecord = {
  id: "synology",
  name: "Synology SSO",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}/webman/sso",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/SSOOauth.cgi",
  token: "{issuer}/SSOAccessToken.cgi",
  userinfo: "{issuer}/SSOUserInfo.cgi",
  scopes: ["openid", "email", "groups"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "username", email: "email" },
  style: { bg: "#b5b5b6", text: "#000" },
  docs: "https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_desc",
  console: "https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_desc",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
};

/** `GET /SSOUserInfo.cgi` of Synology SSO; the members that are read. */
export interface SynologyProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Becomes `user.name`. */
  username?: number | string;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type SynologyOptions<P extends SynologyProfile = SynologyProfile> = OAuthUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Synology SSO.
 *
 * @param options client id and secret (default: `AUTH_SYNOLOGY_ID`, `AUTH_SYNOLOGY_SECRET`), `domain`, or
 * `issuer` in their place (`AUTH_SYNOLOGY_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/synology`
 * @example Synology({ domain: "login.example.com" })
 */
export default function Synology<P extends SynologyProfile = SynologyProfile>(
  options: SynologyOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
