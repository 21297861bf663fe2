import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "fitbit",
  name: "Fitbit",
  type: "oauth",
  status: "dead",
  authorization: "https://www.fitbit.com/oauth2/authorize",
  token: "https://api.fitbit.com/oauth2/token",
  userinfo: "https://api.fitbit.com/1/user/-/profile.json",
  scopes: ["profile"],
  profile: { id: "user.encodedId", name: "user.fullName||user.displayName", image: "user.avatar150" },
  style: { bg: "#00b0b9", text: "#000" },
  docs: "https://dev.fitbit.com/build/reference/web-api/developer-guide/authorization/",
  console: "https://dev.fitbit.com/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The API was shut down on 2 November 2026; Google Health takes its place"],
  mark: "fitbit",
};
