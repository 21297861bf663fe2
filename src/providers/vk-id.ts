import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/vk.js";

/** What is known of VK ID, as data. */
export const record: OAuthRecord = {
  id: "vk-id",
  name: "VK ID",
  type: "oauth",
  status: "active",
  authorization: "https://id.vk.com/authorize",
  token: "https://id.vk.com/oauth2/auth",
  tokenRequest: { fromCallback: ["device_id", "state"] },
  tokenDefaults: { token_type: "bearer" },
  userinfo: "https://id.vk.com/oauth2/user_info",
  userinfoForm: { client_id: "{clientId}" },
  userinfoTokenIn: { form: "access_token" },
  scopes: ["email"],
  clientAuth: "none",
  profile: {
    id: "user.user_id",
    name: "${user.first_name} ${user.last_name}",
    email: "user.email",
    image: "user.avatar",
  },
  style: { bg: "#0077ff", text: "#000" },
  docs: "https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description",
  console: "https://id.vk.com/about/business/go",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate) (http://localhost accepted per docs reports, not checked)",
    checked: true,
  },
  refresh: "refresh token returned (180 days), bound to device_id",
  notes: [
    "PKCE is required, and the device_id of the callback goes into the token request",
    "The user endpoint takes a POST",
  ],
};

/** The user as VK ID tells; the members that are read. */
export interface VKIDProfile {
  /** Holds what is read of the answer. */
  user?: {
    /** Becomes the id of the account. */
    user_id?: number | string;
    /** Becomes `user.name`. */
    first_name?: string | null;
    /** Becomes `user.name`. */
    last_name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    avatar?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with VK ID.
 *
 * @param options client id (default: `AUTH_VK_ID_ID`); any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/vk-id`
 * @example VKID()
 */
export default function VKID<P extends VKIDProfile = VKIDProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken, tokenDialect, userinfoDialect });
}
