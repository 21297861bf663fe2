import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "intercom",
  name: "Intercom",
  type: "oauth",
  status: "active",
  authorization: "https://app.intercom.com/oauth",
  token: "https://api.intercom.io/auth/eagle/token",
  userinfo: "https://api.intercom.io/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email", image: "avatar.image_url" },
  emailVerified: "email_verified",
  style: { bg: "#6afdef", text: "#000" },
  docs: "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth",
  console: "https://app.intercom.com/a/apps/_/developer-hub",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none; tokens do not expire",
  notes: ["Other regions have other sign-in hosts"],
  mark: "intercom",
};
