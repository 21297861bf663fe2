import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";

/** What is known of BoxyHQ SAML (Ory Polis), as data. */
export const record: OAuthRecord = {
  id: "boxyhq-saml",
  name: "BoxyHQ SAML (Ory Polis)",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/api/oauth/authorize",
  token: "{issuer}/api/oauth/token",
  userinfo: "{issuer}/api/oauth/userinfo",
  scopes: [],
  authorizationParams: { provider: "saml" },
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstName} ${lastName}", email: "email" },
  style: { bg: "#25c2a0", text: "#000" },
  docs: "https://www.ory.sh/docs/polis/deploy",
  console: "https://www.ory.sh/docs/polis",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "none",
  notes: ["Send tenant and product, or idp_hint, as authorization parameters"],
};

/** `GET /api/oauth/userinfo` of BoxyHQ SAML (Ory Polis); the members that are read. */
export interface BoxyHQSAMLProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  firstName?: string;
  /** Becomes `user.name`. */
  lastName?: string;
  /** Becomes `user.email`. */
  email: string;
  [claim: string]: unknown;
}

/** What the factory takes. */
export type BoxyHQSAMLOptions<P extends BoxyHQSAMLProfile = BoxyHQSAMLProfile> = OAuthUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with BoxyHQ SAML (Ory Polis).
 *
 * @param options client id and secret (default: `AUTH_BOXYHQ_SAML_ID`, `AUTH_BOXYHQ_SAML_SECRET`), `domain`,
 * or `issuer` in their place (`AUTH_BOXYHQ_SAML_ISSUER`); any member overrides the provider's own value.
 * Callback URL to register: `{origin}{basePath}/callback/boxyhq-saml`
 * @example BoxyHQSAML({ domain: "login.example.com" })
 */
export default function BoxyHQSAML<P extends BoxyHQSAMLProfile = BoxyHQSAMLProfile>(
  options: BoxyHQSAMLOptions<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options);
}
