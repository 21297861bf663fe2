import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";

/** What is known of monday.com, as data. */
export const record: OAuthRecord = {
  id: "monday",
  name: "monday.com",
  type: "oauth",
  status: "active",
  authorization: "https://auth.monday.com/oauth2/authorize",
  token: "https://auth.monday.com/oauth2/token",
  userinfo: "https://api.monday.com/v2",
  userinfoBody: { query: "{ me { id name email photo_original } }" },
  userinfoTokenIn: { scheme: "" },
  scopes: ["me:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.me.id",
    name: "data.me.name",
    email: "data.me.email",
    image: "data.me.photo_original",
  },
  docs: "https://developer.monday.com/apps/docs/oauth",
  console: "https://monday.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The profile is one GraphQL query"],
};

/** The user as monday.com tells; the members that are read. */
export interface MondayProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    me?: {
      /** Becomes the id of the account. */
      id?: number | string;
      /** Becomes `user.name`. */
      name?: string | null;
      /** Becomes `user.email`. */
      email?: string | null;
      /** Becomes `user.image`. */
      photo_original?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with monday.com.
 *
 * @param options client id and secret (default: `AUTH_MONDAY_ID`, `AUTH_MONDAY_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/monday`
 * @example Monday()
 */
export default function Monday<P extends MondayProfile = MondayProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { userinfoDialect });
}
