import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "hubspot",
  name: "HubSpot",
  type: "oauth",
  status: "active",
  authorization: "https://app.hubspot.com/oauth/authorize",
  token: "https://api.hubapi.com/oauth/v1/token",
  userinfo: "https://api.hubapi.com/oauth/v1/access-tokens/{accessToken}",
  userinfoTokenIn: "url",
  scopes: ["oauth"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user_id", email: "user" },
  style: { bg: "#ff7a59", text: "#000" },
  docs: "https://developers.hubspot.com/docs/apps/developer-platform/build-apps/authentication/oauth/working-with-oauth",
  console: "https://app.hubspot.com/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (30 min access token)",
  notes: [
    "The token stands in the address of the user endpoint, which ends on 16 February 2027",
    "Gives no name and no picture",
  ],
  mark: "hubspot",
};
