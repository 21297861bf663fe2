import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/livechat.js";

/** What is known of LiveChat, as data. */
export const record: OAuthRecord = {
  id: "livechat",
  name: "LiveChat",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.livechat.com/",
  token: "https://accounts.livechat.com/v2/token",
  userinfo: "https://accounts.livechat.com/v2/accounts/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "account_id", name: "name", email: "email", image: "avatar_url" },
  emailVerified: "email_verified",
  style: { bg: "#ff5100", text: "#000" },
  docs: "https://platform.text.com/docs/authorization",
  console: "https://platform.text.com/console/apps",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
};

/** `GET /v2/accounts/me` of LiveChat; the members that are read. */
export interface LiveChatProfile {
  /** Becomes the id of the account. */
  account_id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with LiveChat.
 *
 * @param options client id and secret (default: `AUTH_LIVECHAT_ID`, `AUTH_LIVECHAT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/livechat`
 * @example LiveChat()
 */
export default function LiveChat<P extends LiveChatProfile = LiveChatProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
