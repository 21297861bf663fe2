import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/wakatime.js";

/** What is known of WakaTime, as data. */
export const record: OAuthRecord = {
  id: "wakatime",
  name: "WakaTime",
  type: "oauth",
  status: "active",
  authorization: "https://wakatime.com/oauth/authorize",
  token: "https://wakatime.com/oauth/token",
  userinfo: "https://wakatime.com/api/v1/users/current",
  scopes: ["email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.display_name", email: "data.email", image: "data.photo" },
  emailVerified: "data.is_email_confirmed",
  style: { bg: "#000000", text: "#fff" },
  docs: "https://wakatime.com/developers#authentication",
  console: "https://wakatime.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The address must be confirmed to count"],
};

/** `GET /api/v1/users/current` of WakaTime; the members that are read. */
export interface WakaTimeProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    display_name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    photo?: string | null;
    /** Whether the provider made sure that the address is the person's. */
    is_email_confirmed?: boolean | string;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with WakaTime.
 *
 * @param options client id and secret (default: `AUTH_WAKATIME_ID`, `AUTH_WAKATIME_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/wakatime`
 * @example WakaTime()
 */
export default function WakaTime<P extends WakaTimeProfile = WakaTimeProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
