import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "vatsim",
  name: "VATSIM",
  type: "oauth",
  status: "active",
  authorization: "https://auth.vatsim.net/oauth/authorize",
  token: "https://auth.vatsim.net/oauth/token",
  userinfo: "https://auth.vatsim.net/api/user",
  scopes: ["full_name", "email"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.cid", name: "data.personal.name_full", email: "data.personal.email" },
  docs: "https://vatsim.dev/services/connect/",
  console: "https://auth.vatsim.net/",
  localhost: { rule: "note", note: "use auth-dev.vatsim.net for development", checked: false },
  refresh: "refresh token returned",
  notes: ["Test host: auth-dev.vatsim.net"],
  members: { data: "Parts of it come with the scopes that were granted." },
};
