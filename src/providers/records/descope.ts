import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "descope",
  name: "Descope",
  type: "oidc",
  status: "active",
  issuer: "https://api.descope.com/{clientId}",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  emailVerified: "email_verified",
  style: { bg: "#1C1C23", text: "#fff" },
  docs: "https://docs.descope.com/getting-started/oidc-endpoints",
  console: "https://app.descope.com",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The issuer follows from the client id when that is passed to the factory"],
};

/** Claims of Descope. */
export type DescopeProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "email" | "phone_number" | "picture", string> &
    Record<"email_verified" | "phone_number_verified", boolean>
>;
