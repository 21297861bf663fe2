import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/clickup.js";

/** What is known of ClickUp, as data. */
export const record: OAuthRecord = {
  id: "click-up",
  name: "ClickUp",
  type: "oauth",
  status: "active",
  authorization: "https://app.clickup.com/api",
  token: "https://api.clickup.com/api/v2/oauth/token",
  userinfo: "https://api.clickup.com/api/v2/user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user.id", name: "user.username", email: "user.email", image: "user.profilePicture" },
  style: { bg: "#24292f", text: "#fff" },
  docs: "https://developer.clickup.com/docs/authentication",
  console: "https://app.clickup.com/settings/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["Has no scopes"],
};

/** `GET /api/v2/user` of ClickUp; the members that are read. */
export interface ClickUpProfile {
  /** Holds what is read of the answer. */
  user: Record<"id", number> & Record<"username" | "color" | "profilePicture", string>;
  [claim: string]: unknown;
}

/**
 * Sign in with ClickUp.
 *
 * @param options client id and secret (default: `AUTH_CLICK_UP_ID`, `AUTH_CLICK_UP_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/click-up`
 * @example ClickUp()
 */
export default function ClickUp<P extends ClickUpProfile = ClickUpProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
