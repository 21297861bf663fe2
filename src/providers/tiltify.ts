import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Tiltify, as data. */
export const record: OAuthRecord = {
  id: "tiltify",
  name: "Tiltify",
  type: "oauth",
  status: "active",
  authorization: "https://v5api.tiltify.com/oauth/authorize",
  token: "https://v5api.tiltify.com/oauth/token",
  userinfo: "https://v5api.tiltify.com/api/public/current-user",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.username", email: "data.email", image: "data.avatar.src" },
  docs: "https://developers.tiltify.com/docs/intro",
  console: "https://app.tiltify.com/developers",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /api/public/current-user` of Tiltify; the members that are read. */
export interface TiltifyProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    username?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Holds what is read of the answer. */
    avatar?: {
      /** Becomes `user.image`. */
      src?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Tiltify.
 *
 * @param options client id and secret (default: `AUTH_TILTIFY_ID`, `AUTH_TILTIFY_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/tiltify`
 * @example Tiltify()
 */
export default function Tiltify<P extends TiltifyProfile = TiltifyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
