import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "asgardeo",
  name: "Asgardeo",
  type: "oidc",
  status: "active",
  issuer: "https://api.asgardeo.io/t/{organization}/oauth2/token",
  reauthentication: "max_age",
  params: [{ name: "organization", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#000", text: "#fff" },
  docs: "https://wso2.com/asgardeo/docs/guides/authentication/",
  console: "https://console.asgardeo.io",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "enable the refresh token grant on the app",
  signOut: ["federated", "backchannel"],
  notes: ["The issuer ends in /oauth2/token"],
  options: { organization: "Name of the organisation." },
};

/** Claims of Asgardeo. */
export type AsgardeoProfile = WithMembers<
  Profile,
  Record<"sub" | "given_name" | "email" | "picture", string>
>;
