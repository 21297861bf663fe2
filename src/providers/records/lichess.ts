import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "lichess",
  name: "Lichess",
  type: "oauth",
  status: "active",
  authorization: "https://lichess.org/oauth",
  token: "https://lichess.org/api/token",
  userinfo: "https://lichess.org/api/account",
  userinfoExtra: [{ url: "https://lichess.org/api/account/email", at: "contact", optional: true }],
  scopes: ["email:read"],
  clientAuth: "none",
  profile: { id: "id", name: "username", email: "contact.email" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://lichess.org/api#tag/OAuth",
  console: "https://lichess.org/account/oauth/token",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; 1-year tokens",
  notes: [
    "No registration and no secret: any client id will do",
    "The address is read with one more request",
  ],
  mark: "lichess",
};
