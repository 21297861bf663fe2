import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/zendesk.js";

/** What is known of Zendesk, as data. */
export const record: OAuthRecord = {
  id: "zendesk",
  name: "Zendesk",
  type: "oauth",
  status: "active",
  params: [{ name: "subdomain", required: true, example: "example" }],
  authorization: "https://{subdomain}.zendesk.com/oauth/authorizations/new",
  token: "https://{subdomain}.zendesk.com/oauth/tokens",
  userinfo: "https://{subdomain}.zendesk.com/api/v2/users/me.json",
  scopes: ["read"],
  clientAuth: "client_secret_post",
  profile: { id: "user.id", name: "user.name", email: "user.email", image: "user.photo.content_url" },
  emailVerified: "user.verified",
  style: { bg: "#03363d", text: "#fff" },
  docs: "https://developer.zendesk.com/documentation/ticketing/working-with-oauth/",
  console: "https://www.zendesk.com/admin/apps-integrations/apis/zendesk-api/oauth_clients",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (newer clients)",
};

/** `GET /api/v2/users/me.json` of Zendesk; the members that are read. */
export interface ZendeskProfile {
  /** Holds what is read of the answer. */
  user?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Holds what is read of the answer. */
    photo?: {
      /** Becomes `user.image`. */
      content_url?: string | null;
    };
    /** Whether the provider made sure that the address is the person's. */
    verified?: boolean | string;
  };
  [claim: string]: unknown;
}

/** What the factory takes. */
export type ZendeskOptions<P extends ZendeskProfile = ZendeskProfile> = OAuthUserConfig<P> & {
  /** First part of the host name. */
  subdomain?: string;
};

/**
 * Sign in with Zendesk.
 *
 * @param options client id and secret (default: `AUTH_ZENDESK_ID`, `AUTH_ZENDESK_SECRET`), `subdomain`; any
 * member overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/zendesk`
 * @example Zendesk({ subdomain: "example" })
 */
export default function Zendesk<P extends ZendeskProfile = ZendeskProfile>(
  options: ZendeskOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
