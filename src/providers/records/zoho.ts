import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "zoho",
  name: "Zoho",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.zoho.com/oauth/v2/auth",
  token: "https://accounts.zoho.com/oauth/v2/token",
  tokenRequest: {
    hostFromCallback: {
      param: "accounts-server",
      hosts: [
        "accounts.zoho.com",
        "accounts.zoho.eu",
        "accounts.zoho.in",
        "accounts.zoho.com.au",
        "accounts.zoho.jp",
        "accounts.zoho.sa",
        "accounts.zoho.uk",
        "accounts.zohocloud.ca",
      ],
    },
  },
  userinfo: "https://accounts.zoho.com/oauth/user/info",
  scopes: ["AaaServer.profile.Read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "ZUID", name: "${First_Name} ${Last_Name}", email: "Email" },
  style: { bg: "#226DB4", text: "#fff" },
  docs: "https://www.zoho.com/accounts/protocol/oauth/web-server-applications.html",
  console: "https://api-console.zoho.com",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "access_type=offline and prompt=consent",
  notes: [
    "The callback names the data centre, and the token is asked for there",
    "Failures come with status 200",
  ],
};
