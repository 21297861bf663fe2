import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of Zoom, as data. */
export const record: OAuthRecord = {
  id: "zoom",
  name: "Zoom",
  type: "oauth",
  status: "active",
  authorization: "https://zoom.us/oauth/authorize",
  token: "https://zoom.us/oauth/token",
  userinfo: "https://api.zoom.us/v2/users/me",
  scopes: [],
  profile: { id: "id", name: "display_name||${first_name} ${last_name}", email: "email", image: "pic_url" },
  emailVerified: "verified",
  style: { bg: "#0b5cff", text: "#fff" },
  docs: "https://developers.zoom.us/docs/integrations/oauth/",
  console: "https://marketplace.zoom.us/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs according to better-auth docs; loopback 127.0.0.1 with any port for PKCE clients (vendor changelog)",
    checked: true,
  },
  refresh: "refresh token returned (90 days, rotating)",
  notes: ["The client must authenticate with Basic", "Scopes that can be asked for: user:read:user"],
};

/** `GET /v2/users/me` of Zoom; the members that are read. */
export interface ZoomProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  display_name?: string | null;
  /** Becomes `user.name` where `display_name` is empty. */
  first_name?: string | null;
  /** Becomes `user.name` where `display_name` is empty. */
  last_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  pic_url?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Zoom.
 *
 * @param options client id and secret (default: `AUTH_ZOOM_ID`, `AUTH_ZOOM_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/zoom`
 * @example Zoom()
 */
export default function Zoom(options: OAuthUserConfig<ZoomProfile> = {}): OAuth2Config<ZoomProfile> {
  return fromRecord<ZoomProfile, OAuthRecord>(record, options);
}
