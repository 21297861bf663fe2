import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/canva.js";

/** What is known of Canva, as data. */
export const record: OAuthRecord = {
  id: "canva",
  name: "Canva",
  type: "oauth",
  status: "active",
  authorization: "https://www.canva.com/api/oauth/authorize",
  token: "https://api.canva.com/rest/v1/oauth/token",
  userinfo: "https://api.canva.com/rest/v1/users/me",
  userinfoExtra: [{ url: "https://api.canva.com/rest/v1/users/me/profile", at: "details" }],
  scopes: ["profile:read"],
  profile: { id: "team_user.user_id", name: "details.profile.display_name" },
  docs: "https://www.canva.dev/docs/connect/authentication/",
  console: "https://www.canva.com/developers/",
  localhost: { rule: "loopback-ip", note: "http://127.0.0.1 only (docs)", checked: false },
  refresh: "refresh token returned (single use)",
  notes: ["PKCE is required", "The name is read with one more request"],
};

/** `GET /rest/v1/users/me` of Canva; the members that are read. */
export interface CanvaProfile {
  /** Holds what is read of the answer. */
  team_user?: {
    /** Becomes the id of the account. */
    user_id?: number | string;
  };
  /** Holds what is read of the answer. */
  details?: {
    /** Holds what is read of the answer. */
    profile?: {
      /** Becomes `user.name`. */
      display_name?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Canva.
 *
 * @param options client id and secret (default: `AUTH_CANVA_ID`, `AUTH_CANVA_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/canva`
 * @example Canva()
 */
export default function Canva<P extends CanvaProfile = CanvaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
