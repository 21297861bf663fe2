import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";

/** What is known of Zalo, as data. */
export const record: OAuthRecord = {
  id: "zalo",
  name: "Zalo",
  type: "oauth",
  status: "active",
  authorization: "https://oauth.zaloapp.com/v4/permission",
  token: "https://oauth.zaloapp.com/v4/access_token",
  tokenRequest: { rename: { client_id: "app_id" }, headers: { secret_key: "{clientSecret}" } },
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: {},
  userinfo: "https://graph.zalo.me/v2.0/me?fields=id,name,picture",
  userinfoTokenIn: { header: "access_token" },
  scopes: [],
  authorizationRename: { client_id: "app_id" },
  clientAuth: "none",
  profile: { id: "id", name: "name", image: "picture.data.url" },
  style: { bg: "#0068ff", text: "#fff" },
  docs: "https://developers.zalo.me/docs/social-api/tham-khao/user-access-token-v4",
  console: "https://developers.zalo.me/apps",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
  notes: ["The secret travels in a header"],
};

/** `GET /v2.0/me` of Zalo; the members that are read. */
export interface ZaloProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Holds what is read of the answer. */
  picture?: {
    /** Holds what is read of the answer. */
    data?: {
      /** Becomes `user.image`. */
      url?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Zalo.
 *
 * @param options client id and secret (default: `AUTH_ZALO_ID`, `AUTH_ZALO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/zalo`
 * @example Zalo()
 */
export default function Zalo<P extends ZaloProfile = ZaloProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { conformToken, tokenDialect, userinfoDialect });
}
