import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "livechat",
  name: "LiveChat",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.livechat.com/",
  token: "https://accounts.livechat.com/v2/token",
  userinfo: "https://accounts.livechat.com/v2/accounts/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "account_id", name: "name", email: "email", image: "avatar_url" },
  emailVerified: "email_verified",
  style: { bg: "#ff5100", text: "#000" },
  docs: "https://platform.text.com/docs/authorization",
  console: "https://platform.text.com/console/apps",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned",
  mark: "livechat",
};
