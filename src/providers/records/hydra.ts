import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "hydra",
  name: "Ory Hydra",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/",
  reauthentication: "max_age",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#fff", text: "#0F172A" },
  docs: "https://www.ory.sh/docs/hydra/guides/openid",
  console: "https://console.ory.sh/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "offline_access or offline scope",
  signOut: ["federated", "backchannel"],
  notes: ["The issuer ends with a slash as a rule"],
  factory: "Hydra",
  mark: "ory",
  options: { domain: "Host of the server." },
};

/** Claims of Ory Hydra. */
export type OryHydraProfile = WithMembers<
  Profile,
  Record<"iss" | "ver" | "sub" | "aud" | "iat" | "exp" | "jti" | "amr", string> &
    Partial<Record<"email", string>>
>;
