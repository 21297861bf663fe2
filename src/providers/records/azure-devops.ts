import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "azure-devops",
  name: "Azure DevOps",
  type: "oauth",
  status: "dead",
  params: [{ name: "scope", required: false }],
  authorization: "https://app.vssps.visualstudio.com/oauth2/authorize",
  token: "https://app.vssps.visualstudio.com/oauth2/token",
  tokenRequest: {
    rename: { code: "assertion", client_secret: "client_assertion", client_id: "" },
    body: {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    },
  },
  userinfo:
    "https://app.vssps.visualstudio.com/_apis/profile/profiles/me?details=true&coreAttributes=Avatar&api-version=6.0",
  scopes: ["vso.profile"],
  authorizationParams: { response_type: "Assertion" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "id",
    name: "displayName",
    email: "emailAddress",
    image: "data:image/png;base64,${coreAttributes.Avatar.value.value}",
  },
  docs: "https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/oauth",
  console: "https://app.vsaex.visualstudio.com/app/register",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: true },
  refresh: "refresh token returned, same JWT-bearer style",
  notes: ["No new apps since April 2025 and retired in 2026: use microsoft-entra-id"],
  mark: "microsoft",
  options: { scope: "Scopes with spaces between them. Default `vso.profile`." },
};

/** `GET /_apis/profile/profiles/me` of Azure DevOps; the members that are read. */
export interface AzureDevOpsProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  displayName: string;
  /** Becomes `user.email`. */
  emailAddress: string;
  /** Only `Avatar` is used of it. */
  coreAttributes: Record<"Avatar", Record<"value", Record<"value", string>>>;
  [claim: string]: unknown;
}
