import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "meetup",
  name: "Meetup",
  type: "oauth",
  status: "limited",
  authorization: "https://secure.meetup.com/oauth2/authorize",
  token: "https://secure.meetup.com/oauth2/access",
  userinfo: "https://api.meetup.com/gql-ext",
  userinfoBody: { query: "{ self { id name email memberPhoto { baseUrl } } }" },
  scopes: ["basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.self.id", name: "data.self.name", email: "data.self.email" },
  style: { bg: "#ed1c40", text: "#000" },
  docs: "https://www.meetup.com/api/authentication/",
  console: "https://www.meetup.com/api/oauth/list/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["New apps need a Pro account and a review"],
  mark: "meetup",
};
