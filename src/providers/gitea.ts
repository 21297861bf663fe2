import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/gitea.js";

/** What is known of Gitea / Forgejo, as data. */
export const record: OAuthRecord = {
  id: "gitea",
  name: "Gitea / Forgejo",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "gitea.com" }],
  authorization: "{issuer}/login/oauth/authorize",
  token: "{issuer}/login/oauth/access_token",
  userinfo: "{issuer}/api/v1/user",
  scopes: ["read:user"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "full_name||login", email: "email", image: "avatar_url" },
  style: { bg: "#609926", text: "#000" },
  docs: "https://docs.gitea.com/development/oauth2-provider",
  console: "https://gitea.com/user/settings/applications",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Forgejo too", "Ids are unique on one server only"],
};

/** `GET /api/v1/user` of Gitea / Forgejo; the members that are read. */
export interface GiteaProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  full_name?: string | null;
  /** Becomes `user.name` where `full_name` is empty. */
  login?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type GiteaOptions<P extends GiteaProfile = GiteaProfile> = OAuthUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Gitea / Forgejo.
 *
 * @param options client id and secret (default: `AUTH_GITEA_ID`, `AUTH_GITEA_SECRET`), `domain`, or `issuer`
 * in their place (`AUTH_GITEA_ISSUER`); any member overrides the provider's own value. Callback URL to
 * register: `{origin}{basePath}/callback/gitea`
 * @example Gitea({ domain: "gitea.com" })
 */
export default function Gitea<P extends GiteaProfile = GiteaProfile>(
  options: GiteaOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
