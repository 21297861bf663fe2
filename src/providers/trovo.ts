import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { tokenDialect } from "./kit/token-dialect.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";

/** What is known of Trovo, as data. */
export const record: OAuthRecord = {
  id: "trovo",
  name: "Trovo",
  type: "oauth",
  status: "active",
  authorization: "https://open.trovo.live/page/login.html",
  token: "https://open-api.trovo.live/openplatform/exchangetoken",
  tokenRequest: { format: "json", rename: { client_id: "" }, headers: { "client-id": "{clientId}" } },
  userinfo: "https://open-api.trovo.live/openplatform/getuserinfo",
  userinfoHeaders: { "client-id": "{clientId}" },
  userinfoTokenIn: { scheme: "OAuth" },
  scopes: ["user_details_self"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "userId", name: "nickName||userName", email: "email", image: "profilePic" },
  docs: "https://developer.trovo.live/docs/APIs.html",
  console: "https://developer.trovo.live/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Every request carries the client id in a header"],
};

/** `GET /openplatform/getuserinfo` of Trovo; the members that are read. */
export interface TrovoProfile {
  /** Becomes the id of the account. */
  userId?: number | string;
  /** Becomes `user.name`. */
  nickName?: string | null;
  /** Becomes `user.name` where `nickName` is empty. */
  userName?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  profilePic?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Trovo.
 *
 * @param options client id and secret (default: `AUTH_TROVO_ID`, `AUTH_TROVO_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/trovo`
 * @example Trovo()
 */
export default function Trovo<P extends TrovoProfile = TrovoProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { tokenDialect, userinfoDialect });
}
