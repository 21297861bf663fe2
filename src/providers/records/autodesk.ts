import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "autodesk",
  name: "Autodesk",
  type: "oauth",
  status: "active",
  issuer: "https://developer.api.autodesk.com",
  authorization: "https://developer.api.autodesk.com/authentication/v2/authorize",
  token: "https://developer.api.autodesk.com/authentication/v2/token",
  revocation: "https://developer.api.autodesk.com/authentication/v2/revoke",
  userinfo: "https://api.userprofile.autodesk.com/userinfo",
  scopes: ["openid", "user-profile:read"],
  profile: { id: "sub", name: "name", email: "email", image: "picture" },
  emailVerified: "email_verified",
  style: { bg: "#000000", text: "#fff" },
  docs: "https://aps.autodesk.com/en/docs/oauth/v2/developers_guide/overview/",
  console: "https://aps.autodesk.com/myapps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  mark: "autodesk",
};
