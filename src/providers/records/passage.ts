import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "passage",
  name: "Passage",
  type: "oidc",
  status: "dead",
  issuer: "https://{app}.withpassage.com",
  params: [{ name: "app", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#3d53f6", text: "#fff" },
  docs: "https://docs.passage.id/hosted-login/oidc-client-configuration",
  console: "https://passage.1password.com",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  notes: ["The service was shut down on 16 January 2026"],
  options: { app: "Id of the app." },
  title: "Passage by 1Password",
};

/** Claims of Passage by 1Password. */
export type PassageProfile = WithMembers<
  Profile,
  Record<"sub" | "email" | "iss" | "azp" | "client_id" | "at_hash" | "c_hash" | "phone", string> &
    Record<"email_verified" | "phone_number_verified", boolean> &
    Record<"aud", string[]> &
    Record<"exp" | "iat" | "auth_time", number>
>;
