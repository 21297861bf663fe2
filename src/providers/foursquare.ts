import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/foursquare.js";

/** What is known of Foursquare, as data. */
export const record: OAuthRecord = {
  id: "foursquare",
  name: "Foursquare",
  type: "oauth",
  status: "limited",
  params: [{ name: "apiVersion", required: false, default: "20230131" }],
  authorization: "https://foursquare.com/oauth2/authenticate",
  token: "https://foursquare.com/oauth2/access_token",
  userinfo: "https://api.foursquare.com/v2/users/self?v={apiVersion}",
  userinfoTokenIn: { query: "oauth_token" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "response.user.id",
    name: "${response.user.firstName} ${response.user.lastName}",
    email: "response.user.contact.email",
    image: "${response.user.photo.prefix}original${response.user.photo.suffix}",
  },
  style: { bg: "#000", text: "#fff" },
  docs: "https://docs.foursquare.com/developer/reference/authentication",
  console: "https://foursquare.com/developers/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: [
    "The app was closed in 2025; the API has little use for sign-in",
    "Every call carries the version as date",
  ],
};

/** `GET /v2/users/self` of Foursquare; the members that are read. */
export interface FoursquareProfile {
  /** Holds what is read of the answer. */
  response?: {
    /** Holds what is read of the answer. */
    user?: {
      /** Becomes the id of the account. */
      id?: number | string;
      /** Becomes `user.name`. */
      firstName?: string | null;
      /** Becomes `user.name`. */
      lastName?: string | null;
      /** Holds what is read of the answer. */
      contact?: {
        /** Becomes `user.email`. */
        email?: string | null;
      };
      /** Holds what is read of the answer. */
      photo?: {
        /** Becomes `user.image`. */
        prefix?: string | null;
        /** Becomes `user.image`. */
        suffix?: string | null;
      };
    };
  };
  [claim: string]: unknown;
}

/** What the factory takes. */
export type FoursquareOptions<P extends FoursquareProfile = FoursquareProfile> = OAuthUserConfig<P> & {
  /** Version of the API, as a date. Default `20230131`. */
  apiVersion?: string;
};

/**
 * Sign in with Foursquare.
 *
 * @param options client id and secret (default: `AUTH_FOURSQUARE_ID`, `AUTH_FOURSQUARE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/foursquare`
 * @example Foursquare()
 */
export default function Foursquare<P extends FoursquareProfile = FoursquareProfile>(
  options: FoursquareOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
