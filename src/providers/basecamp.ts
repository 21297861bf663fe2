import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { mark } from "./marks/basecamp.js";

/** What is known of Basecamp, as data. */
export const record: OAuthRecord = {
  id: "basecamp",
  name: "Basecamp",
  type: "oauth",
  status: "active",
  authorization: "https://launchpad.37signals.com/authorization/new",
  token: "https://launchpad.37signals.com/authorization/token",
  tokenRequest: { body: { type: "web_server" } },
  userinfo: "https://launchpad.37signals.com/authorization.json",
  scopes: [],
  authorizationParams: { type: "web_server" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "identity.id",
    name: "${identity.first_name} ${identity.last_name}",
    email: "identity.email_address",
  },
  style: { bg: "#1d2d35", text: "#fff" },
  docs: "https://github.com/basecamp/api/blob/master/sections/authentication.md",
  console: "https://launchpad.37signals.com/integrations",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["type=web_server is sent to both endpoints"],
};

/** `GET /authorization.json` of Basecamp; the members that are read. */
export interface BasecampProfile {
  /** Holds what is read of the answer. */
  identity?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    first_name?: string | null;
    /** Becomes `user.name`. */
    last_name?: string | null;
    /** Becomes `user.email`. */
    email_address?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Basecamp.
 *
 * @param options client id and secret (default: `AUTH_BASECAMP_ID`, `AUTH_BASECAMP_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/basecamp`
 * @example Basecamp()
 */
export default function Basecamp<P extends BasecampProfile = BasecampProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, tokenDialect });
}
