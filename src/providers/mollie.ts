import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Mollie, as data. */
export const record: OAuthRecord = {
  id: "mollie",
  name: "Mollie",
  type: "oauth",
  status: "active",
  authorization: "https://my.mollie.com/oauth2/authorize",
  token: "https://api.mollie.com/oauth2/tokens",
  userinfo: "https://api.mollie.com/v2/organizations/me",
  scopes: ["organizations.read"],
  checks: ["state"],
  profile: { id: "id", name: "name", email: "email" },
  docs: "https://docs.mollie.com/docs/connect-marketplaces-getting-started",
  console: "https://my.mollie.com/dashboard/developers/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The identity is an organisation"],
};

/** `GET /v2/organizations/me` of Mollie; the members that are read. */
export interface MollieProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Mollie.
 *
 * @param options client id and secret (default: `AUTH_MOLLIE_ID`, `AUTH_MOLLIE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/mollie`
 * @example Mollie()
 */
export default function Mollie<P extends MollieProfile = MollieProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
