import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/docusign.js";

/** What is known of DocuSign, as data. */
export const record: OAuthRecord = {
  id: "docusign",
  name: "DocuSign",
  type: "oauth",
  status: "active",
  issuer: "https://account.docusign.com/",
  authorization: "https://account.docusign.com/oauth/auth",
  token: "https://account.docusign.com/oauth/token",
  userinfo: "https://account.docusign.com/oauth/userinfo",
  scopes: ["signature"],
  profile: { id: "sub", name: "name", email: "email" },
  docs: "https://developers.docusign.com/platform/auth/authcode/",
  console: "https://admindemo.docusign.com/apps-and-keys",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "extended scope lengthens it; refresh token returned",
  notes: ["Demo accounts: issuer https://account-d.docusign.com"],
};

/** `GET /oauth/userinfo` of DocuSign; the members that are read. */
export interface DocuSignProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with DocuSign.
 *
 * @param options client id and secret (default: `AUTH_DOCUSIGN_ID`, `AUTH_DOCUSIGN_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/docusign`
 * @example DocuSign()
 */
export default function DocuSign<P extends DocuSignProfile = DocuSignProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
