import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of EVE Online, as data. */
export const record: OAuthRecord = {
  id: "eveonline",
  name: "EVE Online",
  type: "oauth",
  status: "active",
  issuer: "https://login.eveonline.com",
  authorization: "https://login.eveonline.com/v2/oauth/authorize",
  token: "https://login.eveonline.com/v2/oauth/token",
  profileFrom: "access_token",
  scopes: ["publicData"],
  profile: {
    id: "sub[$:]",
    name: "name",
    image: "https://images.evetech.net/characters/${sub[$:]}/portrait?size=128",
  },
  docs: "https://developers.eveonline.com/docs/services/sso/",
  console: "https://developers.eveonline.com/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned once a scope is asked",
  notes: ["The profile is the claims of the access token", "Gives no e-mail address"],
};

/** The user as EVE Online tells; the members that are read. */
export interface EVEOnlineProfile {
  /** Holds what is read of the answer. */
  sub?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with EVE Online.
 *
 * @param options client id and secret (default: `AUTH_EVEONLINE_ID`, `AUTH_EVEONLINE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/eveonline`
 * @example EVEOnline()
 */
export default function EVEOnline<P extends EVEOnlineProfile = EVEOnlineProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
