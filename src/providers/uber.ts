import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/uber.js";

/** What is known of Uber, as data. */
export const record: OAuthRecord = {
  id: "uber",
  name: "Uber",
  type: "oauth",
  status: "limited",
  authorization: "https://login.uber.com/oauth/v2/authorize",
  token: "https://login.uber.com/oauth/v2/token",
  userinfo: "https://api.uber.com/v1.2/me",
  scopes: ["profile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "uuid", name: "${first_name} ${last_name}", email: "email", image: "picture" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://developer.uber.com/docs/riders/guides/authentication/introduction",
  console: "https://developer.uber.com/dashboard",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Scopes need an approval"],
};

/** `GET /v1.2/me` of Uber; the members that are read. */
export interface UberProfile {
  /** Becomes the id of the account. */
  uuid?: number | string;
  /** Becomes `user.name`. */
  first_name?: string | null;
  /** Becomes `user.name`. */
  last_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  picture?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Uber.
 *
 * @param options client id and secret (default: `AUTH_UBER_ID`, `AUTH_UBER_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/uber`
 * @example Uber()
 */
export default function Uber<P extends UberProfile = UberProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
