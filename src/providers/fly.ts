import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/flydotio.js";

/** What is known of Fly.io, as data. */
export const record: OAuthRecord = {
  id: "fly",
  name: "Fly.io",
  type: "oauth",
  status: "limited",
  authorization: "https://api.fly.io/oauth/authorize",
  token: "https://api.fly.io/oauth/token",
  userinfo: "https://api.fly.io/oauth/token/info",
  scopes: ["read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", name: "user_name", email: "email" },
  docs: "https://fly.io/docs/reference/extensions_api/",
  console: "https://fly.io/docs/reference/extensions_api/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "refresh token returned",
  notes: ["For extension partners only"],
};

/** `GET /oauth/token/info` of Fly.io; the members that are read. */
export interface FlyProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Becomes `user.name`. */
  user_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Fly.io.
 *
 * @param options client id and secret (default: `AUTH_FLY_ID`, `AUTH_FLY_SECRET`); any member overrides the
 * provider's own value. Callback URL to register: `{origin}{basePath}/callback/fly`
 * @example Fly()
 */
export default function Fly<P extends FlyProfile = FlyProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
