import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/miro.js";

/** What is known of Miro, as data. */
export const record: OAuthRecord = {
  id: "miro",
  name: "Miro",
  type: "oauth",
  status: "active",
  authorization: "https://miro.com/oauth/authorize",
  token: "https://api.miro.com/v1/oauth/token",
  userinfo: "https://api.miro.com/v1/users/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email", image: "picture.imageUrl" },
  style: { bg: "#050038", text: "#fff" },
  docs: "https://developers.miro.com/docs/getting-started-with-oauth",
  console: "https://miro.com/app/settings/user-profile/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned for expiring-token apps",
  notes: ["Scopes that can be asked for: identity:read"],
};

/** `GET /v1/users/me` of Miro; the members that are read. */
export interface MiroProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Holds what is read of the answer. */
  picture?: {
    /** Becomes `user.image`. */
    imageUrl?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Miro.
 *
 * @param options client id and secret (default: `AUTH_MIRO_ID`, `AUTH_MIRO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/miro`
 * @example Miro()
 */
export default function Miro<P extends MiroProfile = MiroProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
