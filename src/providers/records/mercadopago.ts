import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mercadopago",
  name: "Mercado Pago",
  type: "oauth",
  status: "active",
  authorization: "https://auth.mercadopago.com/authorization",
  token: "https://api.mercadopago.com/oauth/token",
  userinfo: "https://api.mercadopago.com/users/me",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${first_name} ${last_name}||nickname", email: "email" },
  style: { bg: "#00b1ea", text: "#000" },
  docs: "https://www.mercadopago.com/developers/en/docs/security/oauth",
  console: "https://www.mercadopago.com/developers/panel/app",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "offline_access",
};
