import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "xero",
  name: "Xero",
  type: "oidc",
  status: "active",
  issuer: "https://identity.xero.com",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name||${given_name} ${family_name}", email: "email" },
  style: { bg: "#13b5ea", text: "#000" },
  docs: "https://developer.xero.com/documentation/guides/oauth2/auth-flow/",
  console: "https://developer.xero.com/app/manage",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["A tenant is chosen at consent"],
  mark: "xero",
};

/** Claims of Xero; the members that are read. */
export interface XeroProfile extends Profile {
  /** Id of the person at Xero. */
  xero_userid?: number | string;
}
