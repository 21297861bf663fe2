import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "coinbase",
  name: "Coinbase",
  type: "oauth",
  status: "limited",
  authorization: "https://login.coinbase.com/oauth2/auth",
  token: "https://login.coinbase.com/oauth2/token",
  userinfo: "https://api.coinbase.com/v2/user",
  scopes: ["wallet:user:email", "wallet:user:read"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.name", email: "data.email", image: "data.avatar_url" },
  style: { bg: "#0052ff", text: "#fff" },
  docs: "https://docs.cdp.coinbase.com/coinbase-app/oauth2-integration/overview",
  console: "https://portal.cdp.coinbase.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  notes: ["OAuth apps are for approved partners", "A CB-VERSION header is recommended for API calls"],
};
