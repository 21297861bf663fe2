import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "kinde",
  name: "Kinde",
  type: "oidc",
  status: "active",
  issuer: "https://{subdomain}.kinde.com",
  params: [{ name: "subdomain", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  checks: ["state", "pkce"],
  emailVerified: "email_verified",
  style: { bg: "#fff", text: "#0F0F0F" },
  docs: "https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/",
  console: "https://app.kinde.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline scope",
  notes: ["Register the callback URL with the application, not with the environment"],
  options: { subdomain: "First part of the host name." },
};

/** Claims of Kinde. */
export type KindeProfile = WithMembers<
  Profile,
  Record<
    "id" | "picture" | "first_name" | "last_name" | "preferred_email" | "provided_id" | "username",
    string
  >
>;
