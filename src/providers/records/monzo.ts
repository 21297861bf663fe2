import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "monzo",
  name: "Monzo",
  type: "oauth",
  status: "limited",
  authorization: "https://auth.monzo.com/",
  token: "https://api.monzo.com/oauth2/token",
  userinfo: "https://api.monzo.com/ping/whoami",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id" },
  style: { bg: "#14233c", text: "#fff" },
  docs: "https://docs.monzo.com/#authentication",
  console: "https://developers.monzo.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned for confidential clients",
  notes: ["For your own account and a few others; the user must approve in the app", "Gives the id alone"],
  mark: "monzo",
};
