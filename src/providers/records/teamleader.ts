import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "teamleader",
  name: "Teamleader",
  type: "oauth",
  status: "active",
  authorization: "https://focus.teamleader.eu/oauth2/authorize",
  token: "https://focus.teamleader.eu/oauth2/access_token",
  userinfo: "https://api.focus.teamleader.eu/users.me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.id",
    name: "${data.first_name} ${data.last_name}",
    email: "data.email",
    image: "data.avatar_url",
  },
  docs: "https://developer.focus.teamleader.eu/docs/authentication",
  console: "https://marketplace.focus.teamleader.eu/build",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Scopes that can be asked for: users"],
};
