import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "riotgames",
  name: "Riot Games",
  type: "oauth",
  status: "limited",
  issuer: "https://auth.riotgames.com",
  params: [{ name: "region", required: false, default: "americas", example: "europe" }],
  authorization: "https://auth.riotgames.com/authorize",
  token: "https://auth.riotgames.com/token",
  userinfo: "https://auth.riotgames.com/userinfo",
  userinfoExtra: [
    { url: "https://{region}.api.riotgames.com/riot/account/v1/accounts/me", at: "account", optional: true },
  ],
  scopes: ["openid"],
  checks: ["state"],
  profile: { id: "sub", name: "account.gameName" },
  style: { bg: "#eb0029", text: "#fff" },
  docs: "https://developer.riotgames.com/docs/lol#rso-integration",
  console: "https://developer.riotgames.com/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "add the offline_access scope",
  notes: ["Needs a production approval", "The game name is read with one more request"],
  mark: "riotgames",
  options: { region: "Region of the servers." },
};
