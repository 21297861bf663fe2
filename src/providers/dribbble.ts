import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/dribbble.js";

/** What is known of Dribbble, as data. */
export const record: OAuthRecord = {
  id: "dribbble",
  name: "Dribbble",
  type: "oauth",
  status: "active",
  params: [{ name: "scope", required: false }],
  authorization: "https://dribbble.com/oauth/authorize",
  token: "https://dribbble.com/oauth/token",
  userinfo: "https://api.dribbble.com/v2/user",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||login", email: "email", image: "avatar_url" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developer.dribbble.com/v2/oauth/",
  console: "https://dribbble.com/account/applications/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The API gives no e-mail address"],
};

/** `GET /v2/user` of Dribbble; the members that are read. */
export interface DribbbleProfile {
  /** Becomes the id of the account. */
  id: number;
  /** Becomes `user.name`. */
  name: string;
  /** Becomes `user.name` where `name` is empty. */
  login?: string | null;
  /** Becomes `user.email`. */
  email: string;
  /** Becomes `user.image`. */
  avatar_url: string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type DribbbleOptions<P extends DribbbleProfile = DribbbleProfile> = OAuthUserConfig<P> & {
  /** Scopes with spaces between them. Default `public`. */
  scope?: string;
};

/**
 * Sign in with Dribbble.
 *
 * @param options client id and secret (default: `AUTH_DRIBBBLE_ID`, `AUTH_DRIBBBLE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/dribbble`
 * @example Dribbble()
 */
export default function Dribbble<P extends DribbbleProfile = DribbbleProfile>(
  options: DribbbleOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
