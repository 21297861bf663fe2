import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "salesforce",
  name: "Salesforce",
  type: "oidc",
  status: "active",
  issuer: "https://login.salesforce.com",
  profileFrom: "userinfo",
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#00a1e0", text: "#000" },
  docs: "https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm",
  console: "https://help.salesforce.com/s/articleView?id=sf.connected_app_create_api_integration.htm",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh_token or offline_access scope",
  notes: [
    "Sandboxes and own domains: pass issuer; tokens may name the own domain",
    "The profile comes from the userinfo endpoint",
  ],
  mark: "salesforce",
};

/** Claims of Salesforce. */
export type SalesforceProfile = WithMembers<
  Profile,
  Record<"sub" | "nickname" | "email" | "picture", string>
>;
