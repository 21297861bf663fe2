import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/eventbrite.js";

/** What is known of Eventbrite, as data. */
export const record: OAuthRecord = {
  id: "eventbrite",
  name: "Eventbrite",
  type: "oauth",
  status: "active",
  authorization: "https://www.eventbrite.com/oauth/authorize",
  token: "https://www.eventbrite.com/oauth/token",
  userinfo: "https://www.eventbriteapi.com/v3/users/me/",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "emails[?primary].email" },
  emailVerified: "emails[?primary].verified",
  style: { bg: "#f05537", text: "#fff" },
  docs: "https://www.eventbrite.com/platform/api#/introduction/authentication",
  console: "https://www.eventbrite.com/account-settings/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: [
    "Has no scopes",
    "Gives no picture: the API tells the number of one, and where it stands is not documented",
  ],
};

/** `GET /v3/users/me/` of Eventbrite; the members that are read. */
export interface EventbriteProfile extends Record<"first_name" | "last_name" | "image_id", string> {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  name: string;
  /** Holds what is read of the answer. */
  emails: (Record<"email", string> & Record<"verified" | "primary", boolean>)[];
  [claim: string]: unknown;
}

/**
 * Sign in with Eventbrite.
 *
 * @param options client id and secret (default: `AUTH_EVENTBRITE_ID`, `AUTH_EVENTBRITE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/eventbrite`
 * @example Eventbrite()
 */
export default function Eventbrite<P extends EventbriteProfile = EventbriteProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
