import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mailchimp",
  name: "Mailchimp",
  type: "oauth",
  status: "active",
  authorization: "https://login.mailchimp.com/oauth2/authorize",
  token: "https://login.mailchimp.com/oauth2/token",
  tokenAnswer: {},
  userinfo: "https://login.mailchimp.com/oauth2/metadata",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "login.login_id",
    name: "accountname||login.login_name",
    email: "login.email",
    image: "login.avatar",
  },
  style: { bg: "#000", text: "#fff" },
  docs: "https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/",
  console: "https://admin.mailchimp.com/account/oauth2/",
  localhost: {
    rule: "loopback-ip",
    note: "127.0.0.1 instead of localhost, https in the allauth docs",
    checked: true,
  },
  refresh: "none; tokens do not expire",
  notes: ["The scope of the token answer is null, and is left out"],
};
