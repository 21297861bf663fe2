import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/airtable.js";

/** What is known of Airtable, as data. */
export const record: OAuthRecord = {
  id: "airtable",
  name: "Airtable",
  type: "oauth",
  status: "active",
  authorization: "https://airtable.com/oauth2/v1/authorize",
  token: "https://airtable.com/oauth2/v1/token",
  userinfo: "https://api.airtable.com/v0/meta/whoami",
  scopes: ["user.email:read"],
  profile: { id: "id", email: "email" },
  style: { bg: "#18bfff", text: "#000" },
  docs: "https://airtable.com/developers/web/api/oauth-reference",
  console: "https://airtable.com/create/oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (60 days)",
  notes: ["PKCE is required", "Gives no display name"],
};

/** `GET /v0/meta/whoami` of Airtable; the members that are read. */
export interface AirtableProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Airtable.
 *
 * @param options client id and secret (default: `AUTH_AIRTABLE_ID`, `AUTH_AIRTABLE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/airtable`
 * @example Airtable()
 */
export default function Airtable<P extends AirtableProfile = AirtableProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
