import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "openstreetmap",
  name: "OpenStreetMap",
  type: "oauth",
  status: "active",
  issuer: "https://www.openstreetmap.org",
  authorization: "https://www.openstreetmap.org/oauth2/authorize",
  token: "https://www.openstreetmap.org/oauth2/token",
  userinfo: "https://api.openstreetmap.org/api/0.6/user/details.json",
  scopes: ["read_prefs"],
  clientAuth: "client_secret_post",
  profile: { id: "user.id", name: "user.display_name", image: "user.img.href" },
  style: { bg: "#7ebc6f", text: "#000" },
  docs: "https://wiki.openstreetmap.org/wiki/OAuth",
  console: "https://www.openstreetmap.org/oauth2/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (and http://127.0.0.1)",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["Gives no e-mail address"],
  mark: "openstreetmap",
};
