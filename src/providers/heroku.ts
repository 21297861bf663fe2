import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/heroku.js";

/** What is known of Heroku, as data. */
export const record: OAuthRecord = {
  id: "heroku",
  name: "Heroku",
  type: "oauth",
  status: "active",
  authorization: "https://id.heroku.com/oauth/authorize",
  token: "https://id.heroku.com/oauth/token",
  userinfo: "https://api.heroku.com/account",
  userinfoHeaders: { accept: "application/vnd.heroku+json; version=3" },
  scopes: ["identity"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||email", email: "email" },
  emailVerified: "verified",
  docs: "https://devcenter.heroku.com/articles/oauth",
  console: "https://dashboard.heroku.com/account/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The Accept header names version 3 of the API"],
};

/** `GET /account` of Heroku; the members that are read. */
export interface HerokuProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  email?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Heroku.
 *
 * @param options client id and secret (default: `AUTH_HEROKU_ID`, `AUTH_HEROKU_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/heroku`
 * @example Heroku()
 */
export default function Heroku<P extends HerokuProfile = HerokuProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
