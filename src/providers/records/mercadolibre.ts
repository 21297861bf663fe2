import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mercadolibre",
  name: "Mercado Libre",
  type: "oauth",
  status: "active",
  authorization: "https://auth.mercadolibre.com/authorization",
  token: "https://api.mercadolibre.com/oauth/token",
  userinfo: "https://api.mercadolibre.com/users/me",
  scopes: [],
  clientAuth: "client_secret_post",
  profile: {
    id: "id",
    name: "${first_name} ${last_name}||nickname",
    email: "email",
    image: "thumbnail.picture_url",
  },
  docs: "https://developers.mercadolibre.com/en_us/authentication-and-authorization",
  console: "https://developers.mercadolibre.com/devcenter",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "offline_access set on the app; single use",
  notes: ["Other countries have other sign-in hosts"],
};
