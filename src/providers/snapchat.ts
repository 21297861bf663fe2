import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/snapchat.js";

/** What is known of Snapchat, as data. */
export const record: OAuthRecord = {
  id: "snapchat",
  name: "Snapchat",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.snapchat.com/accounts/oauth2/auth",
  token: "https://accounts.snapchat.com/accounts/oauth2/token",
  userinfo: "https://kit.snapchat.com/v1/me",
  userinfoBody: { query: "{ me { externalId displayName bitmoji { avatar } } }" },
  scopes: [
    "https://auth.snapchat.com/oauth2/api/user.external_id",
    "https://auth.snapchat.com/oauth2/api/user.display_name",
    "https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar",
  ],
  profile: { id: "data.me.externalId", name: "data.me.displayName", image: "data.me.bitmoji.avatar" },
  style: { bg: "#fffc00", text: "#000" },
  docs: "https://developers.snap.com/login-kit/web",
  console: "https://kit.snapchat.com/portal",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
  notes: ["The profile is one GraphQL query", "Gives no e-mail address"],
};

/** The user as Snapchat tells; the members that are read. */
export interface SnapchatProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    me?: {
      /** Becomes the id of the account. */
      externalId?: number | string;
      /** Becomes `user.name`. */
      displayName?: string | null;
      /** Holds what is read of the answer. */
      bitmoji?: {
        /** Becomes `user.image`. */
        avatar?: string | null;
      };
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Snapchat.
 *
 * @param options client id and secret (default: `AUTH_SNAPCHAT_ID`, `AUTH_SNAPCHAT_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/snapchat`
 * @example Snapchat()
 */
export default function Snapchat<P extends SnapchatProfile = SnapchatProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
