import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/42.js";

/** What is known of 42 School, as data. */
export const record: OAuthRecord = {
  id: "42-school",
  name: "42 School",
  type: "oauth",
  status: "active",
  authorization: "https://api.intra.42.fr/oauth/authorize",
  token: "https://api.intra.42.fr/oauth/token",
  userinfo: "https://api.intra.42.fr/v2/me",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "usual_full_name||displayname||login", email: "email", image: "image.link" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://api.intra.42.fr/apidoc/guides/web_application_flow",
  console: "https://profile.intra.42.fr/oauth/applications/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (2 h access token)",
  notes: ["Two requests a second and 1200 an hour"],
};

/** `GET /v2/me` of 42 School; the members that are read. */
export interface FortyTwoProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  usual_full_name?: string | null;
  /** Becomes `user.name` where `usual_full_name` is empty. */
  displayname?: string | null;
  /** Becomes `user.name` where `usual_full_name` and `displayname` are empty. */
  login?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Holds what is read of the answer. */
  image?: {
    /** Becomes `user.image`. */
    link?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with 42 School.
 *
 * @param options client id and secret (default: `AUTH_42_SCHOOL_ID`, `AUTH_42_SCHOOL_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/42-school`
 * @example FortyTwo()
 */
export default function FortyTwo(
  options: OAuthUserConfig<FortyTwoProfile> = {},
): OAuth2Config<FortyTwoProfile> {
  return fromRecord<FortyTwoProfile, OAuthRecord>(record, options, { mark });
}
