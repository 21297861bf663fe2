import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/notion.js";

/** What is known of Notion, as data. */
export const record: OAuthRecord = {
  id: "notion",
  name: "Notion",
  type: "oauth",
  status: "active",
  params: [{ name: "redirectUri", required: false, default: "" }],
  authorization: "https://api.notion.com/v1/oauth/authorize",
  token: "https://api.notion.com/v1/oauth/token",
  userinfo: "https://api.notion.com/v1/users/me",
  userinfoUnwrap: "bot.owner.user",
  userinfoHeaders: { "notion-version": "2022-06-28" },
  scopes: [],
  authorizationParams: { owner: "user", redirect_uri: "{redirectUri}" },
  checks: ["state"],
  profile: {
    id: "id",
    name: "name",
    email: "person.email",
    image: "avatar_url",
  },
  style: { bg: "#fff", text: "#000" },
  docs: "https://developers.notion.com/docs/authorization",
  console: "https://www.notion.so/profile/integrations",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned (vendor reference), rotating; nango docs still say none",
  notes: ["The address needs the capability to read users with e-mail addresses"],
};

/** The user in `GET /v1/users/me` of Notion; the members that are read. */
export interface NotionProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Holds what is read of the answer. */
  person?: {
    /** Becomes `user.email`. */
    email?: string | null;
  };
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type NotionOptions<P extends NotionProfile = NotionProfile> = OAuthUserConfig<P> & {
  /** Callback URL to name to Notion; default: ours, and Notion accepts no other at the exchange of the code. */
  redirectUri?: string;
};

/**
 * Sign in with Notion.
 *
 * @param options client id and secret (default: `AUTH_NOTION_ID`, `AUTH_NOTION_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/notion`
 * @example Notion()
 */
export default function Notion<P extends NotionProfile = NotionProfile>(
  options: NotionOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
