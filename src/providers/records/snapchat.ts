import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "snapchat",
  name: "Snapchat",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.snapchat.com/accounts/oauth2/auth",
  token: "https://accounts.snapchat.com/accounts/oauth2/token",
  userinfo: "https://kit.snapchat.com/v1/me",
  userinfoBody: { query: "{ me { externalId displayName bitmoji { avatar } } }" },
  scopes: [
    "https://auth.snapchat.com/oauth2/api/user.external_id",
    "https://auth.snapchat.com/oauth2/api/user.display_name",
    "https://auth.snapchat.com/oauth2/api/user.bitmoji.avatar",
  ],
  profile: { id: "data.me.externalId", name: "data.me.displayName", image: "data.me.bitmoji.avatar" },
  style: { bg: "#fffc00", text: "#000" },
  docs: "https://developers.snap.com/login-kit/web",
  console: "https://kit.snapchat.com/portal",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
  notes: ["The profile is one GraphQL query", "Gives no e-mail address"],
  mark: "snapchat",
};
