import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "etsy",
  name: "Etsy",
  type: "oauth",
  status: "active",
  authorization: "https://www.etsy.com/oauth/connect",
  token: "https://api.etsy.com/v3/public/oauth/token",
  userinfo: "https://openapi.etsy.com/v3/application/users/me",
  userinfoHeaders: { "x-api-key": "{clientId}" },
  userinfoExtra: [{ url: "https://openapi.etsy.com/v3/application/users/{profile.user_id}", at: "user" }],
  scopes: ["email_r"],
  clientAuth: "none",
  profile: {
    id: "user_id",
    name: "${user.first_name} ${user.last_name}",
    email: "user.primary_email",
    image: "user.image_url_75x75",
  },
  style: { bg: "#f16521", text: "#000" },
  docs: "https://developers.etsy.com/documentation/essentials/authentication/",
  console: "https://www.etsy.com/developers/your-apps",
  localhost: { rule: "https-only", note: "https required; localhost with https not checked", checked: false },
  refresh: "refresh token returned (90 days)",
  notes: [
    "The client has no secret; PKCE takes its place",
    "Name and address are read with one more request",
  ],
  mark: "etsy",
};
