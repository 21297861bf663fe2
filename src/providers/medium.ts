import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/medium.js";

/** What is known of Medium, as data. */
export const record: OAuthRecord = {
  id: "medium",
  name: "Medium",
  type: "oauth",
  status: "dead",
  authorization: "https://medium.com/m/oauth/authorize",
  token: "https://api.medium.com/v1/tokens",
  userinfo: "https://api.medium.com/v1/me",
  scopes: ["basicProfile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.name", image: "data.imageUrl" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://github.com/Medium/medium-api-docs",
  console: "https://medium.com/me/settings",
  localhost: { rule: "loopback-ip", note: "no localhost; 127.0.0.1 (docs)", checked: false },
  refresh: "refresh token returned",
  notes: ["The API was archived in March 2023; no new apps"],
};

/** `GET /v1/me` of Medium; the members that are read. */
export interface MediumProfile {
  /** Holds what is read of the answer. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.image`. */
    imageUrl?: string | null;
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Medium.
 *
 * @param options client id and secret (default: `AUTH_MEDIUM_ID`, `AUTH_MEDIUM_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/medium`
 * @example Medium()
 */
export default function Medium<P extends MediumProfile = MediumProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
