import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "figma",
  name: "Figma",
  type: "oauth",
  status: "active",
  authorization: "https://www.figma.com/oauth",
  token: "https://api.figma.com/v1/oauth/token",
  userinfo: "https://api.figma.com/v1/me",
  scopes: ["current_user:read"],
  profile: { id: "id", name: "handle", email: "email", image: "img_url" },
  style: { bg: "#ff7237", text: "#000" },
  docs: "https://developers.figma.com/docs/rest-api/oauth-apps/",
  console: "https://www.figma.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned; refresh at https://api.figma.com/v1/oauth/refresh",
  notes: ["Refreshing has an address of its own: https://api.figma.com/v1/oauth/refresh"],
  mark: "figma",
};
