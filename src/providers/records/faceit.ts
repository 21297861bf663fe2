import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "faceit",
  name: "FACEIT",
  type: "oauth",
  status: "active",
  issuer: "https://api.faceit.com/auth",
  authorization: "https://accounts.faceit.com/accounts",
  token: "https://api.faceit.com/auth/v1/oauth/token",
  userinfo: "https://api.faceit.com/auth/v1/resources/userinfo",
  scopes: ["openid", "email", "profile"],
  authorizationParams: { redirect_popup: "true" },
  openParams: ["redirect_popup"],
  profile: { id: "guid", name: "nickname||name", email: "email", image: "picture" },
  emailVerified: "email_verified",
  style: { bg: "#ff5500", text: "#fff" },
  docs: "https://docs.faceit.com/docs/auth/oauth2/",
  console: "https://developers.faceit.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["redirect_popup=true keeps the flow in one window"],
  mark: "faceit",
};
