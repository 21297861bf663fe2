import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/openstreetmap.js";

/** What is known of OpenStreetMap, as data. */
export const record: OAuthRecord = {
  id: "openstreetmap",
  name: "OpenStreetMap",
  type: "oauth",
  status: "active",
  issuer: "https://www.openstreetmap.org",
  authorization: "https://www.openstreetmap.org/oauth2/authorize",
  token: "https://www.openstreetmap.org/oauth2/token",
  userinfo: "https://api.openstreetmap.org/api/0.6/user/details.json",
  scopes: ["read_prefs"],
  clientAuth: "client_secret_post",
  profile: { id: "user.id", name: "user.display_name", image: "user.img.href" },
  style: { bg: "#7ebc6f", text: "#000" },
  docs: "https://wiki.openstreetmap.org/wiki/OAuth",
  console: "https://www.openstreetmap.org/oauth2/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (and http://127.0.0.1)",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["Gives no e-mail address"],
};

/** `GET /api/0.6/user/details.json` of OpenStreetMap; the members that are read. */
export interface OpenStreetMapProfile {
  /** Holds what is read of the answer. */
  user?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    display_name?: string | null;
    /** Holds what is read of the answer. */
    img?: {
      /** Becomes `user.image`. */
      href?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with OpenStreetMap.
 *
 * @param options client id and secret (default: `AUTH_OPENSTREETMAP_ID`, `AUTH_OPENSTREETMAP_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/openstreetmap`
 * @example OpenStreetMap()
 */
export default function OpenStreetMap<P extends OpenStreetMapProfile = OpenStreetMapProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
