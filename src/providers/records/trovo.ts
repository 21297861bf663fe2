import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "trovo",
  name: "Trovo",
  type: "oauth",
  status: "active",
  authorization: "https://open.trovo.live/page/login.html",
  token: "https://open-api.trovo.live/openplatform/exchangetoken",
  tokenRequest: { format: "json", rename: { client_id: "" }, headers: { "client-id": "{clientId}" } },
  userinfo: "https://open-api.trovo.live/openplatform/getuserinfo",
  userinfoHeaders: { "client-id": "{clientId}" },
  userinfoTokenIn: { scheme: "OAuth" },
  scopes: ["user_details_self"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "userId", name: "nickName||userName", email: "email", image: "profilePic" },
  docs: "https://developer.trovo.live/docs/APIs.html",
  console: "https://developer.trovo.live/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Every request carries the client id in a header"],
};
