import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "duende-identity-server6",
  name: "Duende IdentityServer 6",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  reauthentication: "max_age",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://docs.duendesoftware.com/identityserver/",
  console: "https://demo.duendesoftware.com/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  signOut: ["federated", "backchannel"],
  notes: ["Works for version 7 too; version 6 is out of support"],
  options: { domain: "Host of the server." },
};

/** Claims of IdentityServer. */
export type DuendeISUser = Record<"email" | "id" | "name", string> & Record<"verified", boolean>;

/** Claims of Duende IdentityServer 6. */
export type DuendeIdentityServer6Profile = Profile;
