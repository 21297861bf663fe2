import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";

/** What is known of DingTalk, as data. */
export const record: OAuthRecord = {
  id: "dingtalk",
  name: "DingTalk",
  type: "oauth",
  status: "active",
  authorization: "https://login.dingtalk.com/oauth2/auth",
  token: "https://api.dingtalk.com/v1.0/oauth2/userAccessToken",
  tokenRequest: {
    format: "json",
    rename: {
      client_id: "clientId",
      client_secret: "clientSecret",
      grant_type: "grantType",
      redirect_uri: "",
    },
  },
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: {
    rename: { accessToken: "access_token", refreshToken: "refresh_token", expireIn: "expires_in" },
  },
  userinfo: "https://api.dingtalk.com/v1.0/contact/users/me",
  userinfoTokenIn: { header: "x-acs-dingtalk-access-token" },
  scopes: ["openid"],
  authorizationParams: { prompt: "consent" },
  openParams: ["prompt"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "unionId", name: "nick", email: "email", image: "avatarUrl" },
  ids: { unionId: "unionId", openId: "openId" },
  docs: "https://open.dingtalk.com/document/orgapp/tutorial-obtaining-user-personal-information",
  console: "https://open-dev.dingtalk.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: [
    'The account is named by unionId, whatever else an answer holds; idFrom: "openId" chooses the other id',
    "The token request is JSON with names of its own",
  ],
};

/** `GET /v1.0/contact/users/me` of DingTalk; the members that are read. */
export interface DingTalkProfile {
  /** Becomes the id of the account. */
  unionId?: number | string;
  /** Id of the person for this app: `idFrom: "openId"`. */
  openId?: number | string;
  /** Becomes `user.name`. */
  nick?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  avatarUrl?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with DingTalk.
 *
 * @param options client id and secret (default: `AUTH_DINGTALK_ID`, `AUTH_DINGTALK_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/dingtalk`
 * @example DingTalk()
 */
export default function DingTalk<P extends DingTalkProfile = DingTalkProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { conformToken, tokenDialect, userinfoDialect });
}
