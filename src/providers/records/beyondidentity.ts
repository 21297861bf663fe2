import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "beyondidentity",
  name: "Beyond Identity",
  type: "oidc",
  status: "active",
  issuer:
    "https://auth-{region}.beyondidentity.com/v1/tenants/{tenant}/realms/{realm}/applications/{application}",
  params: [
    { name: "region", required: true, example: "us" },
    { name: "tenant", required: true, example: "example" },
    { name: "realm", required: true, example: "main" },
    { name: "application", required: true, example: "app-1" },
  ],
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name", email: "email" },
  style: { bg: "#5077c5", text: "#fff" },
  docs: "https://developer.beyondidentity.com/",
  console: "https://console-us.beyondidentity.com/login",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "add the offline_access scope",
  notes: ["Workforce and customer products have different consoles and issuers"],
  options: {
    region: "Region of the servers.",
    tenant: "Name of the tenant.",
    realm: "Name of the realm.",
    application: "Id of the application.",
  },
};

/** Claims of Beyond Identity. */
export type BeyondIdentityProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "preferred_username" | "email", string>
>;
