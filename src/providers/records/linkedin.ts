import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "linkedin",
  name: "LinkedIn",
  type: "oidc",
  status: "active",
  issuer: "https://www.linkedin.com/oauth",
  scopes: ["openid", "profile", "email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#069", text: "#fff" },
  docs: "https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2",
  console: "https://www.linkedin.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "programmatic refresh tokens for approved partners only (60-day access token)",
  notes: [
    'Add the product "Sign In with LinkedIn using OpenID Connect" to the app',
    "It gives no nonce back, so none is sent",
  ],
  mark: "linkedin",
};

/** Claims of LinkedIn. */
export type LinkedInProfile = WithMembers<
  Profile,
  Record<"sub" | "name" | "given_name" | "family_name" | "picture" | "locale" | "email", string> &
    Record<"email_verified", boolean>
>;
