import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
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
  mark: "microsoft",
  options: { tenant: "Name of the tenant.", policy: "User flow that signs people in." },
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
