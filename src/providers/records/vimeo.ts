import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "vimeo",
  name: "Vimeo",
  type: "oauth",
  status: "active",
  authorization: "https://api.vimeo.com/oauth/authorize",
  token: "https://api.vimeo.com/oauth/access_token",
  userinfo: "https://api.vimeo.com/me",
  userinfoHeaders: { accept: "application/vnd.vimeo.*+json;version=3.4" },
  scopes: ["public"],
  checks: ["state"],
  profile: { id: "uri[$/]", name: "name", image: "pictures.base_link" },
  style: { bg: "#1ab7ea", text: "#000" },
  docs: "https://developer.vimeo.com/api/authentication",
  console: "https://developer.vimeo.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The id is the end of the uri", "Gives no e-mail address"],
  mark: "vimeo",
};
