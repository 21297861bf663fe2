import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "osso",
  name: "Osso",
  type: "oauth",
  status: "dead",
  issuer: "https://{domain}/",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  userinfo: "{issuer}/oauth/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email" },
  docs: "https://github.com/enterprise-oss/osso",
  console: "https://github.com/enterprise-oss/osso",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "none",
  notes: ["The project has been without maintenance since 2021"],
  options: { domain: "Host of the server." },
};
