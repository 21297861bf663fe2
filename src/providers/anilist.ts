import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/anilist.js";

/** What is known of AniList, as data. */
export const record: OAuthRecord = {
  id: "anilist",
  name: "AniList",
  type: "oauth",
  status: "active",
  authorization: "https://anilist.co/api/v2/oauth/authorize",
  token: "https://anilist.co/api/v2/oauth/token",
  userinfo: "https://graphql.anilist.co",
  userinfoBody: { query: "{ Viewer { id name avatar { large } } }" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.Viewer.id", name: "data.Viewer.name", image: "data.Viewer.avatar.large" },
  style: { bg: "#02a9ff", text: "#000" },
  docs: "https://docs.anilist.co/guide/auth/",
  console: "https://anilist.co/settings/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; 1-year tokens",
  notes: ["The profile is one GraphQL query", "Gives no e-mail address"],
};

/** The user as AniList tells; the members that are read. */
export interface AniListProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    Viewer?: {
      /** Becomes the id of the account. */
      id?: number | string;
      /** Becomes `user.name`. */
      name?: string | null;
      /** Holds what is read of the answer. */
      avatar?: {
        /** Becomes `user.image`. */
        large?: string | null;
      };
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with AniList.
 *
 * @param options client id and secret (default: `AUTH_ANILIST_ID`, `AUTH_ANILIST_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/anilist`
 * @example AniList()
 */
export default function AniList<P extends AniListProfile = AniListProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
