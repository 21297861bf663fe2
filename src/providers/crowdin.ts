import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/crowdin.js";

/** What is known of Crowdin, as data. */
export const record: OAuthRecord = {
  id: "crowdin",
  name: "Crowdin",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.crowdin.com/oauth/authorize",
  token: "https://accounts.crowdin.com/oauth/token",
  userinfo: "https://api.crowdin.com/api/v2/user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.id",
    name: "data.fullName||data.username",
    email: "data.email",
    image: "data.avatarUrl",
  },
  style: { bg: "#2e3340", text: "#fff" },
  docs: "https://support.crowdin.com/developer/authorizing-oauth-apps/",
  console: "https://crowdin.com/settings#oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: [
    "Enterprise organisations have API hosts of their own",
    "Scopes that can be asked for: project.status",
  ],
};

/** `GET /api/v2/user` of Crowdin; the members that are read. */
export interface CrowdinProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    fullName?: string | null;
    /** Becomes `user.name` where `data.fullName` is empty. */
    username?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    avatarUrl?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Crowdin.
 *
 * @param options client id and secret (default: `AUTH_CROWDIN_ID`, `AUTH_CROWDIN_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/crowdin`
 * @example Crowdin()
 */
export default function Crowdin<P extends CrowdinProfile = CrowdinProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
