import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Typeform, as data. */
export const record: OAuthRecord = {
  id: "typeform",
  name: "Typeform",
  type: "oauth",
  status: "active",
  authorization: "https://api.typeform.com/oauth/authorize",
  token: "https://api.typeform.com/oauth/token",
  userinfo: "https://api.typeform.com/me",
  scopes: ["accounts:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "alias", email: "email" },
  style: { bg: "#262627", text: "#fff" },
  docs: "https://www.typeform.com/developers/get-started/applications/",
  console: "https://admin.typeform.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline scope",
};

/** `GET /me` of Typeform; the members that are read. */
export interface TypeformProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Becomes `user.name`. */
  alias?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Typeform.
 *
 * @param options client id and secret (default: `AUTH_TYPEFORM_ID`, `AUTH_TYPEFORM_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/typeform`
 * @example Typeform()
 */
export default function Typeform<P extends TypeformProfile = TypeformProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
