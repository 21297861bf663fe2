import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "worldcoin",
  name: "World ID",
  type: "oidc",
  status: "deprecated",
  issuer: "https://id.worldcoin.org",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name||sub", email: "email" },
  docs: "https://docs.world.org/world-id/id/sign-in",
  console: "https://developer.worldcoin.org/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none",
  notes: ["World no longer documents it and points to IDKit", "The address is a placeholder"],
};
