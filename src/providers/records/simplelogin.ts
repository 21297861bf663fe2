import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "simplelogin",
  name: "SimpleLogin",
  type: "oidc",
  status: "active",
  issuer: "https://app.simplelogin.io",
  scopes: ["openid", "profile", "email"],
  checks: ["state"],
  profile: { id: "sub", name: "name", email: "email", image: "avatar_url" },
  emailVerified: "email_verified",
  style: { bg: "#e3156a", text: "#fff" },
  docs: "https://simplelogin.io/docs/siwsl/app/",
  console: "https://app.simplelogin.io/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: ["The address may be an alias"],
  mark: "simplelogin",
};

/** Claims of SimpleLogin; the members that are read. */
export interface SimpleLoginProfile
  extends WithMembers<Profile, Record<"id", number>>, Record<"client", string> {
  /** Becomes `user.image`. */
  avatar_url: string;
  /** Name to show. */
  name: string;
  /** Whether the provider made sure that the address is the person's. */
  email_verified: boolean;
  /** E-mail address. */
  email: string;
  /** Id of the person at the issuer. */
  sub: string;
}
