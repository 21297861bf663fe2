import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";
import type { WithMembers } from "../kit/with-members.js";

export const provider: PlainProvider = {
  id: "logto",
  name: "Logto",
  type: "oidc",
  status: "active",
  issuer: "https://{tenant}.logto.app/oidc",
  reauthentication: "max_age",
  params: [{ name: "tenant", required: true, example: "example" }],
  scopes: ["openid", "offline_access", "profile", "email"],
  profile: { id: "sub", name: "name||username", email: "email", image: "picture" },
  emailVerified: "email_verified",
  docs: "https://docs.logto.io/quick-starts/next-auth",
  console: "https://cloud.logto.io/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope with prompt=consent",
  signOut: ["federated", "backchannel"],
  notes: ["A refresh token needs prompt=consent as well"],
  options: { tenant: "Name of the tenant." },
};

/** Claims of Logto; the members that are read. */
export interface LogtoProfile
  extends
    WithMembers<Profile, Record<"address", string>>,
    Record<"phone_number_verified", boolean>,
    Record<"custom_data" | "identities", object>,
    Record<"sso_identities" | "organization_data", object[]>,
    Record<"organizations" | "organization_roles", string[]> {
  /** Becomes `user.name` where `name` is empty. */
  username: string;
  /** Telephone number. */
  phone_number: string;
  /** Whether the provider made sure that the address is the person's. */
  email_verified: boolean;
  /** E-mail address. */
  email: string;
  /** Address of the picture. */
  picture: string;
  /** Name to show. */
  name: string;
  /** Id of the person at the issuer. */
  sub: string;
}
