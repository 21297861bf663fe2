import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/netlify.js";

/** What is known of Netlify, as data. */
export const record: OAuthRecord = {
  id: "netlify",
  name: "Netlify",
  type: "oauth",
  status: "active",
  authorization: "https://app.netlify.com/authorize",
  token: "https://api.netlify.com/oauth/token",
  userinfo: "https://api.netlify.com/api/v1/user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "full_name", email: "email", image: "avatar_url" },
  style: { bg: "#32e6e2", text: "#000" },
  docs: "https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#authentication",
  console: "https://app.netlify.com/user/applications#oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["Has no scopes"],
};

/** `GET /api/v1/user` of Netlify; the members that are read. */
export interface NetlifyProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  full_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Netlify.
 *
 * @param options client id and secret (default: `AUTH_NETLIFY_ID`, `AUTH_NETLIFY_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/netlify`
 * @example Netlify()
 */
export default function Netlify<P extends NetlifyProfile = NetlifyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
