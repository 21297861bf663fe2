import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/meetup.js";

/** What is known of Meetup, as data. */
export const record: OAuthRecord = {
  id: "meetup",
  name: "Meetup",
  type: "oauth",
  status: "limited",
  authorization: "https://secure.meetup.com/oauth2/authorize",
  token: "https://secure.meetup.com/oauth2/access",
  userinfo: "https://api.meetup.com/gql-ext",
  userinfoBody: { query: "{ self { id name email memberPhoto { baseUrl } } }" },
  scopes: ["basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.self.id", name: "data.self.name", email: "data.self.email" },
  style: { bg: "#ed1c40", text: "#000" },
  docs: "https://www.meetup.com/api/authentication/",
  console: "https://www.meetup.com/api/oauth/list/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["New apps need a Pro account and a review"],
};

/** The user as Meetup tells; the members that are read. */
export interface MeetupProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    self?: {
      /** Becomes the id of the account. */
      id?: number | string;
      /** Becomes `user.name`. */
      name?: string | null;
      /** Becomes `user.email`. */
      email?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Meetup.
 *
 * @param options client id and secret (default: `AUTH_MEETUP_ID`, `AUTH_MEETUP_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/meetup`
 * @example Meetup()
 */
export default function Meetup<P extends MeetupProfile = MeetupProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
