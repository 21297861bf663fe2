import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "eveonline",
  name: "EVE Online",
  type: "oauth",
  status: "active",
  issuer: "https://login.eveonline.com",
  authorization: "https://login.eveonline.com/v2/oauth/authorize",
  token: "https://login.eveonline.com/v2/oauth/token",
  profileFrom: "access_token",
  scopes: ["publicData"],
  profile: {
    id: "sub[$:]",
    name: "name",
    image: "https://images.evetech.net/characters/${sub[$:]}/portrait?size=128",
  },
  docs: "https://developers.eveonline.com/docs/services/sso/",
  console: "https://developers.eveonline.com/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned once a scope is asked",
  notes: ["The profile is the claims of the access token", "Gives no e-mail address"],
};
