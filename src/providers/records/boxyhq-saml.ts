import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "boxyhq-saml",
  name: "BoxyHQ SAML (Ory Polis)",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/api/oauth/authorize",
  token: "{issuer}/api/oauth/token",
  userinfo: "{issuer}/api/oauth/userinfo",
  scopes: [],
  authorizationParams: { provider: "saml" },
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstName} ${lastName}", email: "email" },
  style: { bg: "#25c2a0", text: "#000" },
  docs: "https://www.ory.sh/docs/polis/deploy",
  console: "https://www.ory.sh/docs/polis",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "none",
  notes: ["Send tenant and product, or idp_hint, as authorization parameters"],
  factory: "BoxyHQSAML",
  options: { domain: "Host of the server." },
};

/** `GET /api/oauth/userinfo` of BoxyHQ SAML (Ory Polis); the members that are read. */
export interface BoxyHQSAMLProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  firstName?: string;
  /** Becomes `user.name`. */
  lastName?: string;
  /** Becomes `user.email`. */
  email: string;
  [claim: string]: unknown;
}
