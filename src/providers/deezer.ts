import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/deezer.js";

/** What is known of Deezer, as data. */
export const record: OAuthRecord = {
  id: "deezer",
  name: "Deezer",
  type: "oauth",
  status: "limited",
  authorization: "https://connect.deezer.com/oauth/auth.php",
  token: "https://connect.deezer.com/oauth/access_token.php?output=json",
  tokenRequest: {
    format: "query",
    rename: { client_id: "app_id", client_secret: "secret", redirect_uri: "", grant_type: "" },
  },
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: { rename: { expires: "expires_in" } },
  userinfo: "https://api.deezer.com/user/me",
  userinfoTokenIn: { query: "access_token" },
  scopes: ["basic_access", "email"],
  scopeSeparator: ",",
  authorizationRename: { client_id: "app_id", scope: "perms" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email", image: "picture_medium" },
  style: { bg: "#a238ff", text: "#fff" },
  docs: "https://developers.deezer.com/api/oauth",
  console: "https://developers.deezer.com/myapps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  notes: ["New apps are closed by all reports"],
};

/** `GET /user/me` of Deezer; the members that are read. */
export interface DeezerProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  picture_medium?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Deezer.
 *
 * @param options client id and secret (default: `AUTH_DEEZER_ID`, `AUTH_DEEZER_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/deezer`
 * @example Deezer()
 */
export default function Deezer<P extends DeezerProfile = DeezerProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken, tokenDialect, userinfoDialect });
}
