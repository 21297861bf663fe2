import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/figma.js";

/** What is known of Figma, as data. */
export const record: OAuthRecord = {
  id: "figma",
  name: "Figma",
  type: "oauth",
  status: "active",
  authorization: "https://www.figma.com/oauth",
  token: "https://api.figma.com/v1/oauth/token",
  userinfo: "https://api.figma.com/v1/me",
  scopes: ["current_user:read"],
  profile: { id: "id", name: "handle", email: "email", image: "img_url" },
  style: { bg: "#ff7237", text: "#000" },
  docs: "https://developers.figma.com/docs/rest-api/oauth-apps/",
  console: "https://www.figma.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned; refresh at https://api.figma.com/v1/oauth/refresh",
  notes: ["Refreshing has an address of its own: https://api.figma.com/v1/oauth/refresh"],
};

/** `GET /v1/me` of Figma; the members that are read. */
export interface FigmaProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  handle?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  img_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Figma.
 *
 * @param options client id and secret (default: `AUTH_FIGMA_ID`, `AUTH_FIGMA_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/figma`
 * @example Figma()
 */
export default function Figma<P extends FigmaProfile = FigmaProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
