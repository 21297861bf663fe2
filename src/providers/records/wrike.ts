import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "wrike",
  name: "Wrike",
  type: "oauth",
  status: "active",
  authorization: "https://login.wrike.com/oauth2/authorize/v4",
  token: "https://login.wrike.com/oauth2/token",
  userinfo: "https://{tokens.host}/api/v4/contacts?me=true",
  scopes: ["Default"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data[0].id",
    name: "${data[0].firstName} ${data[0].lastName}",
    email: "data[0].profiles[0].email",
    image: "data[0].avatarUrl",
  },
  docs: "https://developers.wrike.com/oauth-20-authorization/",
  console: "https://www.wrike.com/apps/api/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["The token answer names the API host"],
  members: { "data.profiles": "Addresses of the person, an account each." },
};
