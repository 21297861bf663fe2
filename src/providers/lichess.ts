import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/lichess.js";

/** What is known of Lichess, as data. */
export const record: OAuthRecord = {
  id: "lichess",
  name: "Lichess",
  type: "oauth",
  status: "active",
  authorization: "https://lichess.org/oauth",
  token: "https://lichess.org/api/token",
  userinfo: "https://lichess.org/api/account",
  userinfoExtra: [{ url: "https://lichess.org/api/account/email", at: "contact", optional: true }],
  scopes: ["email:read"],
  clientAuth: "none",
  profile: { id: "id", name: "username", email: "contact.email" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://lichess.org/api#tag/OAuth",
  console: "https://lichess.org/account/oauth/token",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; 1-year tokens",
  notes: [
    "No registration and no secret: any client id will do",
    "The address is read with one more request",
  ],
};

/** `GET /api/account` of Lichess; the members that are read. */
export interface LichessProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  username?: string | null;
  /** Holds what is read of the answer. */
  contact?: {
    /** Becomes `user.email`. */
    email?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Lichess.
 *
 * @param options client id (default: `AUTH_LICHESS_ID`); any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/lichess`
 * @example Lichess()
 */
export default function Lichess<P extends LichessProfile = LichessProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
