import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/asana.js";

/** What is known of Asana, as data. */
export const record: OAuthRecord = {
  id: "asana",
  name: "Asana",
  type: "oauth",
  status: "active",
  issuer: "https://app.asana.com/api/1.0",
  authorization: "https://app.asana.com/-/oauth_authorize",
  token: "https://app.asana.com/-/oauth_token",
  userinfo: "https://app.asana.com/api/1.0/users/me",
  scopes: ["users:read"],
  clientAuth: "client_secret_post",
  profile: { id: "data.gid", name: "data.name", email: "data.email", image: "data.photo.image_128x128" },
  style: { bg: "#f06a6a", text: "#000" },
  docs: "https://developers.asana.com/docs/oauth",
  console: "https://app.asana.com/0/my-apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Apps of old use the scope default"],
};

/** `GET /api/1.0/users/me` of Asana; the members that are read. */
export interface AsanaProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    gid?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Holds what is read of the answer. */
    photo?: {
      /** Becomes `user.image`. */
      image_128x128?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Asana.
 *
 * @param options client id and secret (default: `AUTH_ASANA_ID`, `AUTH_ASANA_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/asana`
 * @example Asana()
 */
export default function Asana<P extends AsanaProfile = AsanaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
