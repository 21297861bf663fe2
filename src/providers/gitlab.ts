import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/gitlab.js";

/** What is known of GitLab, as data. */
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
export interface GitLabProfile
  extends
    Record<"skype" | "linkedin" | "twitter" | "website_url" | "local_time", string>,
    Record<"shared_runners_minutes_limit" | "extra_shared_runners_minutes_limit", number> {
  /** Becomes the id of the account. */
  id: number;
  /** Becomes `user.name` where `name` is empty. */
  username: string;
  /** Becomes `user.email`. */
  email: string;
  /** Becomes `user.name`. */
  name: string;
  /** `active` or `blocked`. */
  state: string;
  /** Becomes `user.image`. */
  avatar_url: string;
  /** Address of the profile page. */
  web_url: string;
  /** When it was made. */
  created_at: string;
  /** What the person says of themselves. */
  bio: string;
  /** Where the person lives. */
  location?: string;
  /** Address that everybody may see. */
  public_email: string;
  /** Organisation of the person. */
  organization: string;
  /** What the person does. */
  job_title: string;
  /** Pronouns of the person. */
  pronouns: string;
  /** Whether a program uses the account. */
  bot: boolean;
  /** Job and organisation in one line. */
  work_information?: string;
  /** How many follow the person. */
  followers: number;
  /** How many the person follows. */
  following: number;
  /** When the person signed in before. */
  last_sign_in_at: string;
  /** Whether the provider made sure that the address is the person's. */
  confirmed_at: string;
  /** Day of the last activity. */
  last_activity_on: string;
  /** Theme of the person's pages. */
  theme_id: number;
  /** Colours of code. */
  color_scheme_id: number;
  /** How many projects the person may make. */
  projects_limit: number;
  /** When the person signed in now. */
  current_sign_in_at: string;
  /** Other ways in that are linked. */
  identities: {
    /** Which one. */
    provider: string;
    /** Id there. */
    extern_uid: string;
  }[];
  /** Whether the person may make groups. */
  can_create_group: boolean;
  /** Whether the person may make projects. */
  can_create_project: boolean;
  /** Whether a second factor is on. */
  two_factor_enabled: boolean;
  /** Whether the person sees only what was shared with them. */
  external: boolean;
  /** Whether the profile is hidden. */
  private_profile: boolean;
  /** Address that stands in commits. */
  commit_email: string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type GitLabOptions<P extends GitLabProfile = GitLabProfile> = OAuthUserConfig<P> & {
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
export default function GitLab<P extends GitLabProfile = GitLabProfile>(
  options: GitLabOptions<P> = {},
): OAuth2Config<P> {
  const { baseUrl, ...rest } = options;
  // The issuer in answers has no slash at its end, and an address made by `new URL` has one.
  const given = baseUrl === undefined ? rest : { ...rest, baseUrl: String(baseUrl).replace(/\/+$/, "") };
  return fromRecord<P, typeof record>(record, given, { mark });
}
