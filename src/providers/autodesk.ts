import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/autodesk.js";

/** What is known of Autodesk, as data. */
export const record: OAuthRecord = {
  id: "autodesk",
  name: "Autodesk",
  type: "oauth",
  status: "active",
  issuer: "https://developer.api.autodesk.com",
  authorization: "https://developer.api.autodesk.com/authentication/v2/authorize",
  token: "https://developer.api.autodesk.com/authentication/v2/token",
  userinfo: "https://api.userprofile.autodesk.com/userinfo",
  scopes: ["openid", "user-profile:read"],
  profile: { id: "sub", name: "name", email: "email", image: "picture" },
  emailVerified: "email_verified",
  style: { bg: "#000000", text: "#fff" },
  docs: "https://aps.autodesk.com/en/docs/oauth/v2/developers_guide/overview/",
  console: "https://aps.autodesk.com/myapps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /userinfo` of Autodesk; the members that are read. */
export interface AutodeskProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  picture?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Autodesk.
 *
 * @param options client id and secret (default: `AUTH_AUTODESK_ID`, `AUTH_AUTODESK_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/autodesk`
 * @example Autodesk()
 */
export default function Autodesk<P extends AutodeskProfile = AutodeskProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
