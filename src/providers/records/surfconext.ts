import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "surfconext",
  name: "SURFconext",
  type: "oidc",
  status: "active",
  issuer: "https://connect.surfconext.nl",
  profileFrom: "userinfo",
  scopes: ["openid"],
  emailVerified: "email_verified",
  docs: "https://servicedesk.surf.nl/wiki/display/IAM/OpenID+Connect+features",
  console: "https://sp.surfconext.nl/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (test)",
    checked: false,
  },
  refresh: "switch on in the dashboard",
};
