import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "intuit",
  name: "Intuit QuickBooks",
  type: "oidc",
  status: "active",
  issuer: "https://oauth.platform.intuit.com/op/v1",
  wellKnown: "https://developer.api.intuit.com/.well-known/openid_configuration",
  profileFrom: "userinfo",
  scopes: ["openid", "profile", "email"],
  checks: ["state", "nonce"],
  profile: { id: "sub", name: "${givenName} ${familyName}", email: "email" },
  emailVerified: "emailVerified",
  style: { bg: "#236cff", text: "#000" },
  docs: "https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/openid-connect",
  console: "https://developer.intuit.com/app/developer/dashboard",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development for development keys only",
    checked: false,
  },
  refresh: "refresh token returned (100 days)",
  notes: ["Its metadata stands on another host", "Claims are written in camelCase"],
  factory: "Intuit",
};
