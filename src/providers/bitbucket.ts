import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/bitbucket.js";

/** What is known of Bitbucket, as data. */
export const record: OAuthRecord = {
  id: "bitbucket",
  name: "Bitbucket",
  type: "oauth",
  status: "active",
  authorization: "https://bitbucket.org/site/oauth2/authorize",
  token: "https://bitbucket.org/site/oauth2/access_token",
  tokenAnswer: { rename: { scopes: "scope" } },
  userinfo: "https://api.bitbucket.org/2.0/user",
  userinfoExtra: [{ url: "https://api.bitbucket.org/2.0/user/emails", at: "emails" }],
  scopes: ["account", "email"],
  checks: ["state"],
  profile: {
    id: "account_id",
    name: "display_name||username",
    email: "emails.values[?is_primary].email",
    image: "links.avatar.href",
  },
  emailVerified: "emails.values[?is_primary].is_confirmed",
  style: { bg: "#205081", text: "#fff" },
  docs: "https://developer.atlassian.com/cloud/bitbucket/rest/intro/#authentication",
  console: "https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Addresses are read with one more request"],
};

/** `GET /2.0/user` of Bitbucket; the members that are read. */
export interface BitbucketProfile
  extends
    Record<"created_on" | "type" | "nickname" | "account_status", string>,
    Record<"has_2fa_enabled", boolean | null>,
    Record<"is_staff", boolean>,
    Record<"location", string | null> {
  /** Becomes the id of the account. */
  account_id: string;
  /** Id. */
  uuid: string;
  /** Becomes `user.name`. */
  display_name: string;
  /** Becomes `user.name` where `display_name` is empty. */
  username: string;
  /** Holds what is read of the answer. */
  emails?: {
    /** Holds what is read of the answer. */
    values?: {
      /** Whether it is the main one. */
      is_primary?: boolean;
      /** E-mail address. */
      email?: string | null;
      /** Whether the address was proved by a mail. */
      is_confirmed?: boolean | string;
    }[];
  };
  /** Holds what is read of the answer. */
  links: Record<
    "self" | "avatar" | "repositories" | "snippets" | "html" | "hooks",
    Partial<Record<"href", string>>
  >;
  [claim: string]: unknown;
}

/**
 * Sign in with Bitbucket.
 *
 * @param options client id and secret (default: `AUTH_BITBUCKET_ID`, `AUTH_BITBUCKET_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/bitbucket`
 * @example Bitbucket()
 */
export default function Bitbucket<P extends BitbucketProfile = BitbucketProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken });
}
