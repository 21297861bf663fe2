import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/intercom.js";

/** What is known of Intercom, as data. */
export const record: OAuthRecord = {
  id: "intercom",
  name: "Intercom",
  type: "oauth",
  status: "active",
  authorization: "https://app.intercom.com/oauth",
  token: "https://api.intercom.io/auth/eagle/token",
  userinfo: "https://api.intercom.io/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email", image: "avatar.image_url" },
  emailVerified: "email_verified",
  style: { bg: "#6afdef", text: "#000" },
  docs: "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth",
  console: "https://app.intercom.com/a/apps/_/developer-hub",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none; tokens do not expire",
  notes: ["Other regions have other sign-in hosts"],
};

/** `GET /me` of Intercom; the members that are read. */
export interface IntercomProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Holds what is read of the answer. */
  avatar?: {
    /** Becomes `user.image`. */
    image_url?: string | null;
  };
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Intercom.
 *
 * @param options client id and secret (default: `AUTH_INTERCOM_ID`, `AUTH_INTERCOM_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/intercom`
 * @example Intercom()
 */
export default function Intercom<P extends IntercomProfile = IntercomProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
