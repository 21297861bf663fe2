import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Teamleader, as data. */
export const record: OAuthRecord = {
  id: "teamleader",
  name: "Teamleader",
  type: "oauth",
  status: "active",
  authorization: "https://focus.teamleader.eu/oauth2/authorize",
  token: "https://focus.teamleader.eu/oauth2/access_token",
  userinfo: "https://api.focus.teamleader.eu/users.me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.id",
    name: "${data.first_name} ${data.last_name}",
    email: "data.email",
    image: "data.avatar_url",
  },
  docs: "https://developer.focus.teamleader.eu/docs/authentication",
  console: "https://marketplace.focus.teamleader.eu/build",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Scopes that can be asked for: users"],
};

/** `GET /users.me` of Teamleader; the members that are read. */
export interface TeamleaderProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    first_name?: string | null;
    /** Becomes `user.name`. */
    last_name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    avatar_url?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Teamleader.
 *
 * @param options client id and secret (default: `AUTH_TEAMLEADER_ID`, `AUTH_TEAMLEADER_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/teamleader`
 * @example Teamleader()
 */
export default function Teamleader<P extends TeamleaderProfile = TeamleaderProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
