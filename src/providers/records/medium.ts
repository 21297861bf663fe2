import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "medium",
  name: "Medium",
  type: "oauth",
  status: "dead",
  authorization: "https://medium.com/m/oauth/authorize",
  token: "https://api.medium.com/v1/tokens",
  userinfo: "https://api.medium.com/v1/me",
  scopes: ["basicProfile"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.name", image: "data.imageUrl" },
  style: { bg: "#000000", text: "#fff" },
  docs: "https://github.com/Medium/medium-api-docs",
  console: "https://medium.com/me/settings",
  localhost: { rule: "loopback-ip", note: "no localhost; 127.0.0.1 (docs)", checked: false },
  refresh: "refresh token returned",
  notes: ["The API was archived in March 2023; no new apps"],
  mark: "medium",
};
