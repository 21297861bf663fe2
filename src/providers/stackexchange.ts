import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/stackexchange.js";

/** What is known of Stack Exchange, as data. */
export const record: OAuthRecord = {
  id: "stackexchange",
  name: "Stack Exchange",
  type: "oauth",
  status: "active",
  params: [{ name: "apiKey", required: true, env: "AUTH_STACKEXCHANGE_KEY", example: "your-app-key" }],
  authorization: "https://stackoverflow.com/oauth",
  token: "https://stackoverflow.com/oauth/access_token/json",
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: { rename: { expires: "expires_in" } },
  userinfo: "https://api.stackexchange.com/2.3/me?site=stackoverflow&key={apiKey}",
  userinfoTokenIn: { query: "access_token" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "items[0].account_id", name: "items[0].display_name", image: "items[0].profile_image" },
  style: { bg: "#1e5397", text: "#fff" },
  docs: "https://api.stackexchange.com/docs/authentication",
  console: "https://stackapps.com/apps/oauth/register",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "no_expiry scope instead",
  notes: ["Every API call carries the key of the app", "Gives no e-mail address"],
};

/** `GET /2.3/me` of Stack Exchange; the members that are read. */
export interface StackExchangeProfile {
  /** Holds what is read of the answer. */
  items?: {
    /** Becomes the id of the account: one for all sites of the network. */
    account_id?: number | string;
    /** Becomes `user.name`. */
    display_name?: string | null;
    /** Picture. */
    profile_image?: string | null;
  }[];
  [claim: string]: unknown;
}

/** What the factory takes. */
export type StackExchangeOptions<P extends StackExchangeProfile = StackExchangeProfile> =
  OAuthUserConfig<P> & {
    /** Key that every API call carries. */
    apiKey?: string;
  };

/**
 * Sign in with Stack Exchange.
 *
 * @param options client id and secret (default: `AUTH_STACKEXCHANGE_ID`, `AUTH_STACKEXCHANGE_SECRET`),
 * `apiKey`; any member overrides the provider's own value. Callback URL to register:
 * `{origin}{basePath}/callback/stackexchange`
 * @example StackExchange({ apiKey: "your-app-key" })
 */
export default function StackExchange<P extends StackExchangeProfile = StackExchangeProfile>(
  options: StackExchangeOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken, userinfoDialect });
}
