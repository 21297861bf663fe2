import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/github.js";

/** What is known of GitHub, as data. */
export const record = {
  id: "github",
  name: "GitHub",
  type: "oauth",
  status: "active",
  // Sent as `iss` in callbacks (RFC 9207) although GitHub is no OIDC server.
  issuer: "{baseUrl}/login/oauth",
  params: [
    {
      name: "baseUrl",
      required: false,
      default: "https://github.com",
      example: "https://github.example.com",
    },
    { name: "apiBaseUrl", required: false, default: "https://api.github.com" },
  ],
  authorization: "{baseUrl}/login/oauth/authorize",
  token: "{baseUrl}/login/oauth/access_token",
  userinfo: "{apiBaseUrl}/user",
  userinfoExtra: [{ url: "{apiBaseUrl}/user/emails", at: "emails", unless: "email", optional: true }],
  userinfoFill: { email: "emails[?primary].email||emails[0].email" },
  scopes: ["read:user", "user:email"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||login", email: "email", image: "avatar_url" },
  emailVerified: "emails[?email==profile.email].verified",
  style: { bg: "#24292f", text: "#fff" },
  docs: "https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps",
  console: "https://github.com/settings/developers",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost; for loopback the port may differ from the registered one",
    checked: true,
  },
  refresh: "OAuth apps: none, tokens do not expire; GitHub Apps: refresh token when expiring tokens are on",
  notes: [
    "A private e-mail address is read with one more request (scope user:email)",
    'GitHub Apps ignore scopes and need the "Email addresses" permission',
    "GitHub Enterprise Server: pass enterprise.baseUrl",
  ],
} as const satisfies ProviderRecord;

/** `GET /user` of the GitHub API. */
export interface GitHubProfile
  extends
    Record<
      | "followers_url"
      | "following_url"
      | "gists_url"
      | "starred_url"
      | "subscriptions_url"
      | "organizations_url"
      | "repos_url"
      | "events_url"
      | "received_events_url",
      string
    >,
    Partial<Record<"suspended_at", string | null>>,
    Partial<Record<"collaborators", number>> {
  /** Becomes the id of the account. */
  id: number;
  /** Becomes `user.name` where `name` is empty. */
  login: string;
  /** Id for the GraphQL API. */
  node_id: string;
  /** Becomes `user.image`. */
  avatar_url: string;
  /** Always empty by now. */
  gravatar_id: string | null;
  /** Address of the user in the API. */
  url: string;
  /** Address of the profile page. */
  html_url: string;
  /** `User` or `Organization`. */
  type: string;
  /** Whether the user works for GitHub, or runs the server. */
  site_admin: boolean;
  /** Becomes `user.name`. */
  name: string | null;
  /** Company of the person. */
  company: string | null;
  /** Address of a web page. */
  blog: string | null;
  /** Where the person lives. */
  location: string | null;
  /** The public address; filled with the primary one when that is private. */
  email: string | null;
  /** Whether the person looks for work. */
  hireable: boolean | null;
  /** What the person says of themselves. */
  bio: string | null;
  /** Name on X. */
  twitter_username?: string | null;
  /** How many public repositories. */
  public_repos: number;
  /** How many public gists. */
  public_gists: number;
  /** How many follow the person. */
  followers: number;
  /** How many the person follows. */
  following: number;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** How many secret gists; with the scope `user`, as all that follow. */
  private_gists?: number;
  /** How many private repositories the person can see. */
  total_private_repos?: number;
  /** How many private repositories of the person's own. */
  owned_private_repos?: number;
  /** In kilobytes. */
  disk_usage?: number;
  /** Whether a second factor is on. */
  two_factor_authentication: boolean;
  /** What the person pays for. */
  plan?: {
    /** How many collaborators. */
    collaborators: number;
    /** Name to show. */
    name: string;
    /** Room, in kilobytes. */
    space: number;
    /** How many private repositories it allows. */
    private_repos: number;
  };
  /** `GET /user/emails`; there only when `email` was private. */
  emails?: GitHubEmail[];
  [claim: string]: unknown;
}

/** One of the addresses of a person. */
export interface GitHubEmail {
  /** E-mail address. */
  email: string;
  /** Whether it is the main one. */
  primary: boolean;
  /** Whether the provider made sure of the account or its address. */
  verified: boolean;
  /** Who can see it; null: nobody has decided. */
  visibility: "public" | "private";
}

/** What the factory takes. */
export type GitHubOptions<P extends GitHubProfile = GitHubProfile> = OAuthUserConfig<P> & {
  /** GitHub Enterprise Server. */
  enterprise?: {
    /** Address of the server. */
    baseUrl?: string;
  };
};

/**
 * Sign in with GitHub, or a GitHub Enterprise Server.
 *
 * @param options client id and secret (default: `AUTH_GITHUB_ID`, `AUTH_GITHUB_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/github`
 * @example GitHub({ authorization: { params: { scope: "read:user" } } })
 */
export default function GitHub<P extends GitHubProfile = GitHubProfile>(
  options: GitHubOptions<P> = {},
): OAuth2Config<P> {
  const baseUrl = options.enterprise?.baseUrl?.replace(/\/+$/, "");
  return {
    ...fromRecord<P, typeof record>(record, baseUrl ? { baseUrl, apiBaseUrl: `${baseUrl}/api/v3` } : {}, {
      mark,
    }),
    options,
  };
}
