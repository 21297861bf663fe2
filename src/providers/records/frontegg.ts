import type { Profile } from "../../runtime/types/entities.js";
import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "frontegg",
  name: "Frontegg",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}.frontegg.com",
  wellKnown: "{issuer}/oauth/.well-known/openid-configuration",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name", email: "email", image: "profilePictureUrl" },
  emailVerified: "email_verified",
  docs: "https://docs.frontegg.com/docs/hosted-login",
  console: "https://portal.frontegg.com",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Its metadata stands below /oauth"],
  options: { domain: "Host of the server." },
};

/** Claims of Frontegg; the members that are read. */
export interface FronteggProfile extends Profile, Record<"roles", string[]> {
  /** Becomes `user.image`. */
  profilePictureUrl: string;
  /** Whether the provider made sure that the address is the person's. */
  email_verified: boolean;
  /** E-mail address. */
  email: string;
  /** Name to show. */
  name: string;
  /** Id of the person at the issuer. */
  sub: string;
}
