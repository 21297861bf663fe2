import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mailru",
  name: "Mail.ru",
  type: "oauth",
  status: "active",
  authorization: "https://oauth.mail.ru/login",
  token: "https://oauth.mail.ru/token",
  userinfo: "https://oauth.mail.ru/userinfo",
  userinfoTokenIn: { query: "access_token" },
  scopes: ["userinfo"],
  checks: ["state"],
  profile: { id: "id", name: "name||${first_name} ${last_name}", email: "email", image: "image" },
  style: { bg: "#005FF9", text: "#fff" },
  docs: "https://o2.mail.ru/docs/",
  console: "https://o2.mail.ru/app/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (1 h access token)",
  notes: ["The token goes into the query of the user endpoint"],
  mark: "maildotru",
};
