import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/producthunt.js";

/** What is known of Product Hunt, as data. */
export const record: OAuthRecord = {
  id: "producthunt",
  name: "Product Hunt",
  type: "oauth",
  status: "active",
  authorization: "https://api.producthunt.com/v2/oauth/authorize",
  token: "https://api.producthunt.com/v2/oauth/token",
  userinfo: "https://api.producthunt.com/v2/api/graphql",
  userinfoBody: { query: "{ viewer { user { id name username profileImage } } }" },
  scopes: ["public", "private"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.viewer.user.id",
    name: "data.viewer.user.name",
    image: "data.viewer.user.profileImage",
  },
  style: { bg: "#da552f", text: "#000" },
  docs: "https://api.producthunt.com/v2/docs/oauth_user_authentication/oauth_authorize_ask_for_access_grant_code_on_behalf_of_the_user",
  console: "https://www.producthunt.com/v2/oauth/applications",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none",
  notes: ["The profile is one GraphQL query"],
};

/** The user as Product Hunt tells; the members that are read. */
export interface ProductHuntProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    viewer?: {
      /** Holds what is read of the answer. */
      user?: {
        /** Becomes the id of the account. */
        id?: number | string;
        /** Becomes `user.name`. */
        name?: string | null;
        /** Becomes `user.image`. */
        profileImage?: string | null;
      };
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Product Hunt.
 *
 * @param options client id and secret (default: `AUTH_PRODUCTHUNT_ID`, `AUTH_PRODUCTHUNT_SECRET`); any
 * member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/producthunt`
 * @example ProductHunt()
 */
export default function ProductHunt<P extends ProductHuntProfile = ProductHuntProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
