import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/square.js";

/** What is known of Square, as data. */
export const record: OAuthRecord = {
  id: "square",
  name: "Square",
  type: "oauth",
  status: "active",
  authorization: "https://connect.squareup.com/oauth2/authorize",
  token: "https://connect.squareup.com/oauth2/token",
  tokenAnswer: {},
  userinfo: "https://connect.squareup.com/v2/merchants/me",
  userinfoHeaders: { "square-version": "2025-10-16" },
  scopes: ["MERCHANT_PROFILE_READ"],
  clientAuth: "client_secret_post",
  profile: { id: "merchant.id", name: "merchant.business_name" },
  style: { bg: "#3e4348", text: "#fff" },
  docs: "https://developer.squareup.com/docs/oauth-api/overview",
  console: "https://developer.squareup.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (sandbox; port allowed)",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The identity is a merchant"],
};

/** `GET /v2/merchants/me` of Square; the members that are read. */
export interface SquareProfile {
  /** Holds what is read of the answer. */
  merchant?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    business_name?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Square.
 *
 * @param options client id and secret (default: `AUTH_SQUARE_ID`, `AUTH_SQUARE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/square`
 * @example Square()
 */
export default function Square<P extends SquareProfile = SquareProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken });
}
