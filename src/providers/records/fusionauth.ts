import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "fusionauth",
  name: "FusionAuth",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}",
  reauthentication: "max_age",
  // With one tenant discovery needs no name; then this address is left out.
  wellKnown: "{issuer}/.well-known/openid-configuration?tenantId={tenantId}",
  params: [
    { name: "domain", required: true, example: "login.example.com" },
    { name: "tenantId", required: false, default: "" },
  ],
  tokenAnswer: {},
  scopes: ["openid", "offline_access", "email", "profile"],
  authorizationParams: { tenantId: "{tenantId}" },
  checks: ["pkce", "state"],
  profile: {
    id: "sub",
    name: "name||preferred_username||${given_name} ${middle_name} ${family_name}",
    email: "email",
    image: "picture",
  },
  emailVerified: "email_verified",
  style: { bg: "#f58320", text: "#000" },
  docs: "https://fusionauth.io/docs/lifecycle/authenticate-users/oauth/",
  console: "https://account.fusionauth.io/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  signOut: ["federated"],
  notes: [
    "Set the issuer of the tenant: tokens say acme.com otherwise",
    "With several tenants pass tenantId",
  ],
  mark: "fusionauth",
  options: { tenantId: "Id of the tenant, where the server has several.", domain: "Host of the server." },
};

/** Claims of FusionAuth. */
export type FusionAuthProfile = WithMembers<
  Profile,
  Record<
    "sub" | "email" | "aud" | "iss" | "jti" | "authenticationType" | "at_hash" | "c_hash" | "scope" | "sid",
    string
  > &
    Record<"email_verified", boolean> &
    Partial<
      Record<"preferred_username" | "name" | "given_name" | "middle_name" | "family_name" | "picture", string>
    > &
    Record<"exp" | "iat", number>
>;
