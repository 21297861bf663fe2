import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "ping-id",
  name: "Ping Identity",
  type: "oidc",
  status: "active",
  issuer: "https://auth.pingone.{tld}/{environmentId}/as",
  reauthentication: "max_age",
  params: [
    { name: "environmentId", required: true, example: "00000000-0000-0000-0000-000000000000" },
    { name: "tld", required: false, default: "com", example: "eu" },
  ],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://docs.pingidentity.com/pingone/applications/p1_application_types.html",
  console: "https://console.pingone.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: ["The variables begin with AUTH_PING_ID, so the client id is AUTH_PING_ID_ID"],
  factory: "PingId",
  options: { environmentId: "Id of the environment.", tld: "Top-level domain of the region." },
};

/** Claims of Ping Identity. */
export type PingProfile = WithMembers<
  Profile,
  Record<
    | "sub"
    | "preferred_username"
    | "given_name"
    | "picture"
    | "name"
    | "family_name"
    | "email"
    | "iss"
    | "aud"
    | "acr"
    | "at_hash"
    | "sid"
    | "env"
    | "org"
    | "p1.region",
    string
  > &
    Record<"updated_at" | "iat" | "exp" | "auth_time", number> &
    Record<"amr", [string]>
>;
