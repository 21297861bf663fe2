import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/digitalocean.js";

/** What is known of DigitalOcean, as data. */
export const record: OAuthRecord = {
  id: "digitalocean",
  name: "DigitalOcean",
  type: "oauth",
  status: "active",
  authorization: "https://cloud.digitalocean.com/v1/oauth/authorize",
  token: "https://cloud.digitalocean.com/v1/oauth/token",
  userinfo: "https://api.digitalocean.com/v2/account",
  scopes: ["account:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "account.uuid", name: "account.name||account.email", email: "account.email" },
  emailVerified: "account.email_verified",
  style: { bg: "#0080ff", text: "#000" },
  docs: "https://docs.digitalocean.com/reference/api/oauth/",
  console: "https://cloud.digitalocean.com/account/api/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /v2/account` of DigitalOcean; the members that are read. */
export interface DigitalOceanProfile {
  /** Holds what is read of the answer. */
  account?: {
    /** Becomes the id of the account. */
    uuid?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.name` where `account.name` is empty. */
    email?: string | null;
    /** Whether the provider made sure that the address is the person's. */
    email_verified?: boolean | string;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with DigitalOcean.
 *
 * @param options client id and secret (default: `AUTH_DIGITALOCEAN_ID`, `AUTH_DIGITALOCEAN_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/digitalocean`
 * @example DigitalOcean()
 */
export default function DigitalOcean<P extends DigitalOceanProfile = DigitalOceanProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
