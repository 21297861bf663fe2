import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/microsoft.js";

/** What is known of Azure AD B2C, as data. */
export const record: OIDCRecord = {
  id: "azure-ad-b2c",
  name: "Azure AD B2C",
  type: "oidc",
  status: "limited",
  wellKnown:
    "https://{tenant}.b2clogin.com/{tenant}.onmicrosoft.com/{policy}/v2.0/.well-known/openid-configuration",
  params: [
    { name: "tenant", required: true, example: "example" },
    { name: "policy", required: true, example: "B2C_1_signin" },
  ],
  tokenRequest: { assertionAudience: "token_endpoint" },
  scopes: ["openid", "profile", "email", "offline_access"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name||preferred_username", email: "emails[0]||email" },
  style: { bg: "#0072c6", text: "#fff" },
  docs: "https://learn.microsoft.com/en-us/azure/active-directory-b2c/openid-connect",
  console: "https://portal.azure.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  signOut: ["federated"],
  notes: [
    "Closed to new customers since May 2025; Entra External ID is its successor",
    "The issuer in tokens is the one of the metadata, not its address",
    "The user flow must be set to return e-mail addresses",
  ],
};

/** Claims of Azure AD B2C; the members that are read. */
export interface AzureADB2CProfile
  extends
    Profile,
    Record<"exp" | "nbf" | "iat" | "auth_time", number>,
    Record<"ver" | "iss" | "aud" | "oid" | "country" | "postalCode" | "tfp", string> {
  /** The first becomes `user.email`. */
  emails: string[];
  /** Name to sign in with. */
  preferred_username: string;
  /** Name to show. */
  name: string;
  /** Id of the person at the issuer. */
  sub: string;
}

/** What the factory takes. */
export type AzureADB2COptions<P extends AzureADB2CProfile = AzureADB2CProfile> = OIDCUserConfig<P> & {
  /** Name of the tenant. */
  tenant?: string;
  /** User flow that signs people in. */
  policy?: string;
  /** The name that `tenant` had in next-auth 4. */
  tenantId?: string;
  /** The name that `policy` had in next-auth 4. */
  primaryUserFlow?: string;
};

/**
 * Sign in with Azure AD B2C.
 *
 * @param options client id and secret (default: `AUTH_AZURE_AD_B2C_ID`, `AUTH_AZURE_AD_B2C_SECRET`),
 * `tenant`, `policy`, or `issuer` in their place (`AUTH_AZURE_AD_B2C_ISSUER`); any member overrides the
 * provider's own value. Callback URL to register: `{origin}{basePath}/callback/azure-ad-b2c`
 * @example AzureADB2C({ tenant: "example", policy: "B2C_1_signin" })
 */
export default function AzureADB2C<P extends AzureADB2CProfile = AzureADB2CProfile>(
  options: AzureADB2COptions<P> = {},
): OIDCConfig<P> {
  const { tenantId, primaryUserFlow, ...given } = options;
  const tenant = given.tenant ?? tenantId;
  const policy = given.policy ?? primaryUserFlow;
  const named = { ...(tenant !== undefined && { tenant }), ...(policy !== undefined && { policy }) };
  return fromOidcRecord<P, OIDCRecord>(record, { ...given, ...named }, { mark });
}
