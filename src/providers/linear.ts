import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/linear.js";

/** What is known of Linear, as data. */
export const record: OAuthRecord = {
  id: "linear",
  name: "Linear",
  type: "oauth",
  status: "active",
  authorization: "https://linear.app/oauth/authorize",
  token: "https://api.linear.app/oauth/token",
  userinfo: "https://api.linear.app/graphql",
  userinfoBody: { query: "{ viewer { id name email avatarUrl active } }" },
  scopes: ["read"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.viewer.id",
    name: "data.viewer.name",
    email: "data.viewer.email",
    image: "data.viewer.avatarUrl",
  },
  style: { bg: "#5e6ad2", text: "#fff" },
  docs: "https://linear.app/developers/oauth-2-0-authentication",
  console: "https://linear.app/settings/api/applications/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (newer apps; 24 h access token)",
  notes: ["The profile is one GraphQL query"],
};

/** The user as Linear tells; the members that are read. */
export interface LinearProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    viewer?: {
      /** Becomes the id of the account. */
      id?: number | string;
      /** Becomes `user.name`. */
      name?: string | null;
      /** Becomes `user.email`. */
      email?: string | null;
      /** Becomes `user.image`. */
      avatarUrl?: string | null;
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Linear.
 *
 * @param options client id and secret (default: `AUTH_LINEAR_ID`, `AUTH_LINEAR_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/linear`
 * @example Linear()
 */
export default function Linear<P extends LinearProfile = LinearProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
