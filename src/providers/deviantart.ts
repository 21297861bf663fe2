import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/deviantart.js";

/** What is known of DeviantArt, as data. */
export const record: OAuthRecord = {
  id: "deviantart",
  name: "DeviantArt",
  type: "oauth",
  status: "active",
  authorization: "https://www.deviantart.com/oauth2/authorize",
  token: "https://www.deviantart.com/oauth2/token",
  userinfo: "https://www.deviantart.com/api/v1/oauth2/user/whoami",
  scopes: ["basic"],
  clientAuth: "client_secret_post",
  profile: { id: "userid", name: "username", image: "usericon" },
  style: { bg: "#05cc47", text: "#000" },
  docs: "https://www.deviantart.com/developers/authentication",
  console: "https://www.deviantart.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (3 months)",
  notes: ["Gives no e-mail address"],
};

/** `GET /api/v1/oauth2/user/whoami` of DeviantArt; the members that are read. */
export interface DeviantArtProfile {
  /** Becomes the id of the account. */
  userid?: number | string;
  /** Becomes `user.name`. */
  username?: string | null;
  /** Becomes `user.image`. */
  usericon?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with DeviantArt.
 *
 * @param options client id and secret (default: `AUTH_DEVIANTART_ID`, `AUTH_DEVIANTART_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/deviantart`
 * @example DeviantArt()
 */
export default function DeviantArt<P extends DeviantArtProfile = DeviantArtProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
