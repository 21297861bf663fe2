import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/etsy.js";

/** What is known of Etsy, as data. */
export const record: OAuthRecord = {
  id: "etsy",
  name: "Etsy",
  type: "oauth",
  status: "active",
  authorization: "https://www.etsy.com/oauth/connect",
  token: "https://api.etsy.com/v3/public/oauth/token",
  userinfo: "https://openapi.etsy.com/v3/application/users/me",
  userinfoHeaders: { "x-api-key": "{clientId}" },
  userinfoExtra: [{ url: "https://openapi.etsy.com/v3/application/users/{profile.user_id}", at: "user" }],
  scopes: ["email_r"],
  clientAuth: "none",
  profile: {
    id: "user_id",
    name: "${user.first_name} ${user.last_name}",
    email: "user.primary_email",
    image: "user.image_url_75x75",
  },
  style: { bg: "#f16521", text: "#000" },
  docs: "https://developers.etsy.com/documentation/essentials/authentication/",
  console: "https://www.etsy.com/developers/your-apps",
  localhost: { rule: "https-only", note: "https required; localhost with https not checked", checked: false },
  refresh: "refresh token returned (90 days)",
  notes: [
    "The client has no secret; PKCE takes its place",
    "Name and address are read with one more request",
  ],
};

/** `GET /v3/application/users/me` of Etsy; the members that are read. */
export interface EtsyProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Holds what is read of the answer. */
  user?: {
    /** Becomes `user.name`. */
    first_name?: string | null;
    /** Becomes `user.name`. */
    last_name?: string | null;
    /** Becomes `user.email`. */
    primary_email?: string | null;
    /** Becomes `user.image`. */
    image_url_75x75?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Etsy.
 *
 * @param options client id (default: `AUTH_ETSY_ID`); any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/etsy`
 * @example Etsy()
 */
export default function Etsy<P extends EtsyProfile = EtsyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
