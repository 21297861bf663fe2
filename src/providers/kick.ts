import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/kick.js";

/** What is known of Kick, as data. */
export const record: OAuthRecord = {
  id: "kick",
  name: "Kick",
  type: "oauth",
  status: "active",
  authorization: "https://id.kick.com/oauth/authorize",
  token: "https://id.kick.com/oauth/token",
  userinfo: "https://api.kick.com/public/v1/users",
  scopes: ["user:read"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data[0].user_id",
    name: "data[0].name",
    email: "data[0].email",
    image: "data[0].profile_picture",
  },
  style: { bg: "#53fc19", text: "#000" },
  docs: "https://docs.kick.com/getting-started/generating-tokens-oauth2-flow",
  console: "https://kick.com/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned",
  notes: ["PKCE is required"],
};

/** `GET /public/v1/users` of Kick; the members that are read. */
export interface KickProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Id of the user. */
    user_id?: number | string;
    /** Name to show. */
    name?: string | null;
    /** E-mail address. */
    email?: string | null;
    /** Picture. */
    profile_picture?: string | null;
  }[];
  [claim: string]: unknown;
}

/**
 * Sign in with Kick.
 *
 * @param options client id and secret (default: `AUTH_KICK_ID`, `AUTH_KICK_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/kick`
 * @example Kick()
 */
export default function Kick<P extends KickProfile = KickProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
