import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

export const record: OAuthRecord = {
  id: "notion",
  name: "Notion",
  type: "oauth",
  status: "active",
  authorization: "https://api.notion.com/v1/oauth/authorize",
  token: "https://api.notion.com/v1/oauth/token",
  userinfo: "https://api.notion.com/v1/users/me",
  userinfoHeaders: { "notion-version": "2022-06-28" },
  scopes: [],
  authorizationParams: { owner: "user" },
  checks: ["state"],
  profile: {
    id: "bot.owner.user.id",
    name: "bot.owner.user.name",
    email: "bot.owner.user.person.email",
    image: "bot.owner.user.avatar_url",
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

/** `GET /v1/users/me` of Notion; the members that are read. */
export interface NotionProfile {
  bot?: {
    owner?: {
      user?: {
        id?: number | string;
        name?: string | null;
        person?: { email?: string | null };
        avatar_url?: string | null;
      };
    };
  };
  [claim: string]: unknown;
}

/**
 * Sign in with Notion.
 *
 * @param options client id and secret (default: `AUTH_NOTION_ID`, `AUTH_NOTION_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/notion`
 * @example Notion()
 */
export default function Notion(options: OAuthUserConfig<NotionProfile> = {}): OAuth2Config<NotionProfile> {
  return fromRecord<NotionProfile, OAuthRecord>(record, options);
}
