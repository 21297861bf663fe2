import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  mark: "bitbucket",
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
  /** Id in addresses of the API, with braces around it. */
  uuid: string;
  /** Becomes `user.name`. */
  display_name: string;
  /** Becomes `user.name` where `display_name` is empty. */
  username: string;
  /** Only `values` is used of it. */
  emails?: {
    /** `user.email` and whether the address is verified come from its elements. */
    values?: {
      /** Whether it is the main one. */
      is_primary?: boolean;
      /** E-mail address. */
      email?: string | null;
      /** Whether the address was proved by a mail. */
      is_confirmed?: boolean | string;
    }[];
  };
  /** Only `avatar` is used of it. */
  links: Record<
    "self" | "avatar" | "repositories" | "snippets" | "html" | "hooks",
    Partial<Record<"href", string>>
  >;
  [claim: string]: unknown;
}
