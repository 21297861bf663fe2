import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/adobe.js";

/** What is known of Adobe, as data. */
export const record: OAuthRecord = {
  id: "adobe",
  name: "Adobe",
  type: "oauth",
  status: "active",
  issuer: "https://ims-na1.adobelogin.com",
  authorization: "https://ims-na1.adobelogin.com/ims/authorize/v2",
  token: "https://ims-na1.adobelogin.com/ims/token/v3",
  userinfo: "https://ims-na1.adobelogin.com/ims/userinfo/v2",
  scopes: ["openid", "email", "profile"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name", email: "email" },
  emailVerified: "email_verified",
  docs: "https://developer.adobe.com/developer-console/docs/guides/authentication/UserAuthentication/",
  console: "https://developer.adobe.com/console",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "offline_access scope",
};

/** `GET /ims/userinfo/v2` of Adobe; the members that are read. */
export interface AdobeProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}

/**
 * Sign in with Adobe.
 *
 * @param options client id and secret (default: `AUTH_ADOBE_ID`, `AUTH_ADOBE_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/adobe`
 * @example Adobe()
 */
export default function Adobe<P extends AdobeProfile = AdobeProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
