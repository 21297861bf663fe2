import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Shikimori, as data. */
export const record: OAuthRecord = {
  id: "shikimori",
  name: "Shikimori",
  type: "oauth",
  status: "active",
  params: [{ name: "appName", required: true, example: "My app" }],
  authorization: "https://shikimori.one/oauth/authorize",
  token: "https://shikimori.one/oauth/token",
  userinfo: "https://shikimori.one/api/users/whoami",
  userinfoHeaders: { "user-agent": "{appName}" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "nickname", image: "image.x160||avatar" },
  style: { bg: "#343434", text: "#fff" },
  docs: "https://shikimori.one/oauth",
  console: "https://shikimori.one/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The user agent must be the name of the app", "Scopes that can be asked for: user_rates"],
};

/** `GET /api/users/whoami` of Shikimori; the members that are read. */
export interface ShikimoriProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  nickname?: string | null;
  /** Holds what is read of the answer. */
  image?: {
    /** Becomes `user.image`. */
    x160?: string | null;
  };
  /** Becomes `user.image` where `image.x160` is empty. */
  avatar?: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type ShikimoriOptions<P extends ShikimoriProfile = ShikimoriProfile> = OAuthUserConfig<P> & {
  /** Name of the app as it is registered. */
  appName?: string;
};

/**
 * Sign in with Shikimori.
 *
 * @param options client id and secret (default: `AUTH_SHIKIMORI_ID`, `AUTH_SHIKIMORI_SECRET`), `appName`;
 * any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/shikimori`
 * @example Shikimori({ appName: "My app" })
 */
export default function Shikimori<P extends ShikimoriProfile = ShikimoriProfile>(
  options: ShikimoriOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
