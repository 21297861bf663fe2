import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { tokenDialect } from "./kit/token-dialect.js";

/** What is known of Feishu, as data. */
export const record: OAuthRecord = {
  id: "feishu",
  name: "Feishu",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.feishu.cn/open-apis/authen/v1/authorize",
  token: "https://open.feishu.cn/open-apis/authen/v2/oauth/token",
  tokenRequest: { format: "json" },
  success: { member: "code", value: 0 },
  userinfo: "https://open.feishu.cn/open-apis/authen/v1/user_info",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.union_id",
    name: "data.name",
    email: "data.email||data.enterprise_email",
    image: "data.avatar_url",
  },
  ids: { union_id: "data.union_id", open_id: "data.open_id" },
  docs: "https://open.feishu.cn/document/authentication-management/access-token/get-user-access-token",
  console: "https://open.feishu.cn/app",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  notes: [
    'The account is named by union_id, whatever else an answer holds; idFrom: "open_id" chooses the other id',
    "The token request is JSON",
    "Scopes that can be asked for: contact:user.email:readonly",
  ],
};

/** `GET /open-apis/authen/v1/user_info` of Feishu; the members that are read. */
export interface FeishuProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    union_id?: number | string;
    /** Id of the person for this app: `idFrom: "open_id"`. */
    open_id?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.email` where `data.email` is empty. */
    enterprise_email?: string | null;
    /** Becomes `user.image`. */
    avatar_url?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Feishu.
 *
 * @param options client id and secret (default: `AUTH_FEISHU_ID`, `AUTH_FEISHU_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/feishu`
 * @example Feishu()
 */
export default function Feishu<P extends FeishuProfile = FeishuProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { tokenDialect });
}
