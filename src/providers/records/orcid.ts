import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "orcid",
  name: "ORCID",
  type: "oidc",
  status: "active",
  issuer: "https://orcid.org",
  scopes: ["openid"],
  checks: ["state", "nonce"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "name||${given_name} ${family_name}" },
  style: { bg: "#a6ce39", text: "#000" },
  docs: "https://info.orcid.org/documentation/api-tutorials/api-tutorial-get-and-authenticated-orcid-id/",
  console: "https://orcid.org/developer-tools",
  localhost: { rule: "unknown", note: "not checked (use sandbox.orcid.org for tests)", checked: false },
  refresh: "refresh token returned (20-year tokens)",
  notes: ["The email address isn't a claim: the public API returns it if it is public"],
  mark: "orcid",
};
