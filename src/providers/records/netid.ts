import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "netid",
  name: "netID",
  type: "oidc",
  status: "active",
  issuer: "https://broker.netid.de/",
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "${given_name} ${family_name}", email: "email" },
  emailVerified: "email_verified",
  docs: "https://developerzone.netid.dev/",
  console: "https://developerzone.netid.dev/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "none",
  notes: ["What is asked for goes into the claims parameter"],
  factory: "NetID",
};
