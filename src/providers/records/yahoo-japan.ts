import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "yahoo-japan",
  name: "Yahoo! JAPAN",
  type: "oidc",
  status: "active",
  issuer: "https://auth.login.yahoo.co.jp/yconnect/v2",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name||nickname", email: "email", image: "picture" },
  emailVerified: "email_verified",
  docs: "https://developer.yahoo.co.jp/yconnect/v2/",
  console: "https://e.developer.yahoo.co.jp/dashboard/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  factory: "YahooJapan",
  mark: "yahoo",
};
