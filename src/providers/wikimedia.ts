import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/wikimediafoundation.js";

/** What is known of Wikimedia, as data. */
export const record: OAuthRecord = {
  id: "wikimedia",
  name: "Wikimedia",
  type: "oauth",
  status: "active",
  authorization: "https://meta.wikimedia.org/w/rest.php/oauth2/authorize",
  token: "https://meta.wikimedia.org/w/rest.php/oauth2/access_token",
  userinfo: "https://meta.wikimedia.org/w/rest.php/oauth2/resource/profile",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "username", email: "email" },
  emailVerified: "confirmed_email",
  style: { bg: "#000", text: "#fff" },
  docs: "https://www.mediawiki.org/wiki/Extension:OAuth",
  console: "https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token when the consumer has the grant",
  notes: ["The user agent must name the app: pass userinfo.headers"],
};

/** `GET /w/rest.php/oauth2/resource/profile` of Wikimedia; the members that are read. */
export interface WikimediaProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Becomes `user.name`. */
  username?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  confirmed_email?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Wikimedia.
 *
 * @param options client id and secret (default: `AUTH_WIKIMEDIA_ID`, `AUTH_WIKIMEDIA_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/wikimedia`
 * @example Wikimedia()
 */
export default function Wikimedia(
  options: OAuthUserConfig<WikimediaProfile> = {},
): OAuth2Config<WikimediaProfile> {
  return fromRecord<WikimediaProfile, OAuthRecord>(record, options, { mark });
}
