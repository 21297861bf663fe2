import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Clever, as data. */
export const record: OAuthRecord = {
  id: "clever",
  name: "Clever",
  type: "oauth",
  status: "active",
  issuer: "https://clever.com",
  authorization: "https://clever.com/oauth/authorize",
  token: "https://clever.com/oauth/tokens",
  userinfo: "https://api.clever.com/v3.0/me",
  userinfoExtra: [{ url: "https://api.clever.com/v3.0/users/{profile.data.id}", at: "person" }],
  scopes: [],
  checks: ["state"],
  profile: {
    id: "data.id",
    name: "${person.data.name.first} ${person.data.name.last}",
    email: "person.data.email",
  },
  docs: "https://dev.clever.com/docs/classroom-with-oauth",
  console: "https://apps.clever.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: ["Name and address are read with one more request"],
};

/** `GET /v3.0/me` of Clever; the members that are read. */
export interface CleverProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
  };
  /** Holds what is read of the answer. */
  person?: {
    /** Holds what is read of the answer. */
    data?: {
      /** Holds what is read of the answer. */
      name?: {
        /** Becomes `user.name`. */
        first?: string | null;
        /** Becomes `user.name`. */
        last?: string | null;
      };
      /** Becomes `user.email`. */
      email?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Clever.
 *
 * @param options client id and secret (default: `AUTH_CLEVER_ID`, `AUTH_CLEVER_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/clever`
 * @example Clever()
 */
export default function Clever<P extends CleverProfile = CleverProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
