import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Splitwise, as data. */
export const record: OAuthRecord = {
  id: "splitwise",
  name: "Splitwise",
  type: "oauth",
  status: "active",
  authorization: "https://secure.splitwise.com/oauth/authorize",
  token: "https://secure.splitwise.com/oauth/token",
  userinfo: "https://secure.splitwise.com/api/v3.0/get_current_user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "user.id",
    name: "${user.first_name} ${user.last_name}",
    email: "user.email",
    image: "user.picture.medium",
  },
  docs: "https://dev.splitwise.com/",
  console: "https://secure.splitwise.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
};

/** `GET /api/v3.0/get_current_user` of Splitwise; the members that are read. */
export interface SplitwiseProfile {
  /** Holds what is read of the answer. */
  user?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    first_name?: string | null;
    /** Becomes `user.name`. */
    last_name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Holds what is read of the answer. */
    picture?: {
      /** Becomes `user.image`. */
      medium?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Splitwise.
 *
 * @param options client id and secret (default: `AUTH_SPLITWISE_ID`, `AUTH_SPLITWISE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/splitwise`
 * @example Splitwise()
 */
export default function Splitwise<P extends SplitwiseProfile = SplitwiseProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
