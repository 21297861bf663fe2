import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "polar",
  name: "Polar",
  type: "oidc",
  status: "active",
  issuer: "https://polar.sh",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "sub",
    name: "name||public_name||username",
    email: "email",
    image: "picture||avatar_url",
  },
  emailVerified: "email_verified",
  docs: "https://polar.sh/docs/integrate/oauth2/introduction",
  console: "https://polar.sh/settings",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "refresh token returned",
  notes: ["sub_type chooses between a user and an organisation", "Sandbox host: sandbox.polar.sh"],
};
