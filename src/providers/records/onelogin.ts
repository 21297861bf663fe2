import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "onelogin",
  name: "OneLogin",
  type: "oidc",
  status: "active",
  issuer: "https://{subdomain}.onelogin.com/oidc/2",
  reauthentication: "max_age",
  params: [{ name: "subdomain", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://developers.onelogin.com/openid-connect",
  console: "https://www.onelogin.com/developers",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  signOut: ["federated"],
  notes: ["The app's settings decide between Basic and POST for the secret"],
  options: { subdomain: "First part of the host name." },
};
