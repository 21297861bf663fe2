import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "reddit",
  name: "Reddit",
  type: "oauth",
  status: "limited",
  authorization: "https://www.reddit.com/api/v1/authorize",
  token: "https://www.reddit.com/api/v1/access_token",
  revocation: "https://www.reddit.com/api/v1/revoke_token",
  userinfo: "https://oauth.reddit.com/api/v1/me",
  scopes: ["identity"],
  checks: ["state"],
  profile: { id: "id", name: "name", image: "icon_img[^?]" },
  style: { bg: "#FF4500", text: "#fff" },
  docs: "https://github.com/reddit-archive/reddit/wiki/OAuth2",
  console: "https://www.reddit.com/prefs/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "duration=permanent authorization param",
  notes: ["New apps need an approval", "Gives no e-mail address"],
  mark: "reddit",
};
