import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "govbr",
  name: "gov.br",
  type: "oidc",
  status: "active",
  issuer: "https://sso.acesso.gov.br/",
  scopes: ["openid", "email", "profile", "govbr_confiabilidades"],
  emailVerified: "email_verified",
  docs: "https://acesso.gov.br/roteiro-tecnico/",
  console: "https://www.gov.br/conecta/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "none",
  notes: ["Staging host: sso.staging.acesso.gov.br"],
  factory: "GovBr",
};
