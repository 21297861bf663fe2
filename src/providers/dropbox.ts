import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/dropbox.js";

/** What is known of Dropbox, as data. */
export const record: OAuthRecord = {
  id: "dropbox",
  name: "Dropbox",
  type: "oauth",
  status: "active",
  authorization: "https://www.dropbox.com/oauth2/authorize",
  token: "https://api.dropboxapi.com/oauth2/token",
  userinfo: "https://api.dropboxapi.com/2/users/get_current_account",
  userinfoMethod: "POST",
  scopes: ["account_info.read"],
  authorizationParams: { token_access_type: "offline" },
  openParams: ["token_access_type"],
  profile: { id: "account_id", name: "name.display_name", email: "email", image: "profile_photo_url" },
  emailVerified: "email_verified",
  style: { bg: "#0061fe", text: "#fff" },
  docs: "https://developers.dropbox.com/oauth-guide",
  console: "https://www.dropbox.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "token_access_type=offline",
  notes: ["The user endpoint takes a POST without a body"],
};

/** The user as Dropbox tells; the members that are read. */
export interface DropboxProfile {
  /** Becomes the id of the account. */
  account_id?: number | string;
  /** Holds what is read of the answer. */
  name?: {
    /** Becomes `user.name`. */
    display_name?: string | null;
  };
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  profile_photo_url?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Dropbox.
 *
 * @param options client id and secret (default: `AUTH_DROPBOX_ID`, `AUTH_DROPBOX_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/dropbox`
 * @example Dropbox()
 */
export default function Dropbox<P extends DropboxProfile = DropboxProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
