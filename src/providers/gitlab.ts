import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/gitlab.js";

export const record = {
  id: "gitlab",
  name: "GitLab",
  type: "oauth",
  status: "active",
  issuer: "{baseUrl}",
  params: [
    {
      name: "baseUrl",
      required: false,
      default: "https://gitlab.com",
      example: "https://gitlab.example.com",
    },
  ],
  authorization: "{baseUrl}/oauth/authorize",
  token: "{baseUrl}/oauth/token",
  userinfo: "{baseUrl}/api/v4/user",
  scopes: ["read_user"],
  profile: { id: "id", name: "name||username", email: "email", image: "avatar_url" },
  ids: { id: "id", sub: "sub" },
  emailVerified: "confirmed_at",
  style: { bg: "#FC6D26", text: "#000" },
  docs: "https://docs.gitlab.com/api/oauth2/",
  console: "https://gitlab.com/-/user_settings/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "a refresh token is returned (access token of 2 hours; each refresh gives a new pair)",
  notes: [
    'The account is named by id, whatever else an answer holds; idFrom: "sub" chooses the other id',
    "Self-managed servers: pass baseUrl",
  ],
} as const satisfies ProviderRecord;

/** `GET /api/v4/user` of GitLab. */
export interface GitLabProfile {
  id: number;
  username: string;
  email: string;
  name: string;
  state: string;
  avatar_url: string;
  web_url: string;
  created_at: string;
  bio: string;
  location?: string | null;
  public_email: string;
  organization: string | null;
  job_title: string;
  pronouns: string | null;
  bot: boolean;
  work_information?: string | null;
  followers: number;
  following: number;
  last_sign_in_at: string;
  confirmed_at: string | null;
  last_activity_on: string;
  theme_id: number;
  color_scheme_id: number;
  projects_limit: number;
  current_sign_in_at: string;
  identities: { provider: string; extern_uid: string }[];
  can_create_group: boolean;
  can_create_project: boolean;
  two_factor_enabled: boolean;
  external: boolean;
  private_profile: boolean;
  commit_email: string;
  [claim: string]: unknown;
}

export type GitLabOptions = OAuthUserConfig<GitLabProfile> & {
  /** Origin of a self-managed server; default `https://gitlab.com`. */
  baseUrl?: string | URL;
};

/**
 * Sign in with GitLab, on gitlab.com or a self-managed server.
 *
 * @param options client id and secret (default: `AUTH_GITLAB_ID`, `AUTH_GITLAB_SECRET`), `baseUrl`; any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/gitlab`
 * @example GitLab({ baseUrl: "https://gitlab.example.com" })
 */
export default function GitLab(options: GitLabOptions = {}): OAuth2Config<GitLabProfile> {
  const { baseUrl, ...rest } = options;
  // The issuer in answers has no slash at its end, and an address made by `new URL` has one.
  const given = baseUrl === undefined ? rest : { ...rest, baseUrl: String(baseUrl).replace(/\/+$/, "") };
  return fromRecord<GitLabProfile, typeof record>(record, given, { mark });
}
