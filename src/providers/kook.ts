import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of KOOK, as data. */
export const record: OAuthRecord = {
  id: "kook",
  name: "KOOK",
  type: "oauth",
  status: "active",
  authorization: "https://www.kookapp.cn/app/oauth2/authorize",
  token: "https://www.kookapp.cn/api/oauth2/token",
  success: { member: "code", value: 0 },
  userinfo: "https://www.kookapp.cn/api/v3/user/me",
  scopes: ["get_user_info"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.username", image: "data.avatar" },
  docs: "https://developer.kookapp.cn/doc/oauth2",
  console: "https://developer.kookapp.cn/app/index",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: ["Gives no e-mail address"],
};

/** `GET /api/v3/user/me` of KOOK; the members that are read. */
export interface KOOKProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    username?: string | null;
    /** Becomes `user.image`. */
    avatar?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with KOOK.
 *
 * @param options client id and secret (default: `AUTH_KOOK_ID`, `AUTH_KOOK_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/kook`
 * @example KOOK()
 */
export default function KOOK<P extends KOOKProfile = KOOKProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
