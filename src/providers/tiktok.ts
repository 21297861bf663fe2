import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { mark } from "./marks/tiktok.js";

/** What is known of TikTok, as data. */
export const record: OAuthRecord = {
  id: "tiktok",
  name: "TikTok",
  type: "oauth",
  status: "active",
  authorization: "https://www.tiktok.com/v2/auth/authorize/",
  token: "https://open.tiktokapis.com/v2/oauth/token/",
  tokenRequest: { rename: { client_id: "client_key" } },
  success: { member: "error.code", value: "ok" },
  userinfo: "https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_url,display_name",
  scopes: ["user.info.basic"],
  authorizationRename: { client_id: "client_key" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.user.open_id", name: "data.user.display_name", image: "data.user.avatar_url" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developers.tiktok.com/doc/login-kit-web/",
  console: "https://developers.tiktok.com/apps",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate); web redirect URIs must be absolute https, at most 10, without query or fragment (vendor docs)",
    checked: true,
  },
  refresh: "refresh token returned (365 days)",
  notes: ["The client id is called client_key", "The web flow takes no PKCE", "Gives no e-mail address"],
};

/** `GET /v2/user/info/` of TikTok; the members that are read. */
export interface TiktokProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    user?: {
      /** Becomes the id of the account. */
      open_id?: number | string;
      /** Becomes `user.name`. */
      display_name?: string | null;
      /** Becomes `user.image`. */
      avatar_url?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with TikTok.
 *
 * @param options client id and secret (default: `AUTH_TIKTOK_ID`, `AUTH_TIKTOK_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/tiktok`
 * @example TikTok()
 */
export default function TikTok(options: OAuthUserConfig<TiktokProfile> = {}): OAuth2Config<TiktokProfile> {
  return fromRecord<TiktokProfile, OAuthRecord>(record, options, { mark, tokenDialect });
}
