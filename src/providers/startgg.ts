import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/startdotgg.js";

/** What is known of start.gg, as data. */
export const record: OAuthRecord = {
  id: "startgg",
  name: "start.gg",
  type: "oauth",
  status: "active",
  authorization: "https://start.gg/oauth/authorize",
  token: "https://api.start.gg/oauth/access_token",
  userinfo: "https://api.start.gg/gql/alpha",
  userinfoBody: { query: "{ currentUser { id name email player { gamerTag } images { url } } }" },
  scopes: ["user.identity", "user.email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.currentUser.id",
    name: "data.currentUser.name||data.currentUser.player.gamerTag",
    email: "data.currentUser.email",
    image: "data.currentUser.images[0].url",
  },
  docs: "https://developer.start.gg/docs/oauth/oauth-overview",
  console: "https://start.gg/admin/profile/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned; refresh at https://api.start.gg/oauth/refresh",
  notes: ["The profile is one GraphQL query"],
};

/** The user as start.gg tells; the members that are read. */
export interface StartGGProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Holds what is read of the answer. */
    currentUser?: {
      /** Becomes the id of the account. */
      id?: number | string;
      /** Becomes `user.name`. */
      name?: string | null;
      /** Holds what is read of the answer. */
      player?: {
        /** Becomes `user.name` where `data.currentUser.name` is empty. */
        gamerTag?: string | null;
      };
      /** Becomes `user.email`. */
      email?: string | null;
      /** Holds what is read of the answer. */
      images?: {
        /** Address of the picture. */
        url?: string | null;
      }[];
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with start.gg.
 *
 * @param options client id and secret (default: `AUTH_STARTGG_ID`, `AUTH_STARTGG_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/startgg`
 * @example StartGG()
 */
export default function StartGG<P extends StartGGProfile = StartGGProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
