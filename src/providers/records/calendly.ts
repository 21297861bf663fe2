import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "calendly",
  name: "Calendly",
  type: "oauth",
  status: "active",
  authorization: "https://auth.calendly.com/oauth/authorize",
  token: "https://auth.calendly.com/oauth/token",
  userinfo: "https://api.calendly.com/users/me",
  scopes: [],
  profile: {
    id: "resource.uri",
    name: "resource.name",
    email: "resource.email",
    image: "resource.avatar_url",
  },
  style: { bg: "#006bff", text: "#fff" },
  docs: "https://developer.calendly.com/api-docs/ZG9jOjM2MzE2MDM4-calendly-developer",
  console: "https://developer.calendly.com/console",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development (sandbox apps)",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The id is an address"],
  mark: "calendly",
};
