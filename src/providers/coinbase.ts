import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Coinbase, as data. */
export const record: OAuthRecord = {
  id: "coinbase",
  name: "Coinbase",
  type: "oauth",
  status: "limited",
  authorization: "https://login.coinbase.com/oauth2/auth",
  token: "https://login.coinbase.com/oauth2/token",
  userinfo: "https://api.coinbase.com/v2/user",
  scopes: ["wallet:user:email", "wallet:user:read"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.name", email: "data.email", image: "data.avatar_url" },
  style: { bg: "#0052ff", text: "#fff" },
  docs: "https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview",
  console: "https://portal.cdp.coinbase.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  notes: ["OAuth apps are for approved partners", "A CB-VERSION header is recommended for API calls"],
};

/** `GET /v2/user` of Coinbase; the members that are read. */
export interface CoinbaseProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    avatar_url?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Coinbase.
 *
 * @param options client id and secret (default: `AUTH_COINBASE_ID`, `AUTH_COINBASE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/coinbase`
 * @example Coinbase()
 */
export default function Coinbase<P extends CoinbaseProfile = CoinbaseProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
