import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "vk-id",
  name: "VK ID",
  type: "oauth",
  status: "active",
  authorization: "https://id.vk.com/authorize",
  token: "https://id.vk.com/oauth2/auth",
  tokenRequest: { fromCallback: ["device_id", "state"] },
  tokenDefaults: { token_type: "bearer" },
  userinfo: "https://id.vk.com/oauth2/user_info",
  userinfoForm: { client_id: "{clientId}" },
  userinfoTokenIn: { form: "access_token" },
  scopes: ["email"],
  clientAuth: "none",
  profile: {
    id: "user.user_id",
    name: "${user.first_name} ${user.last_name}",
    email: "user.email",
    image: "user.avatar",
  },
  style: { bg: "#0077ff", text: "#000" },
  docs: "https://id.vk.com/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-integration/api-description",
  console: "https://id.vk.com/about/business/go",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate) (http://localhost accepted per docs reports, not checked)",
    checked: true,
  },
  refresh: "refresh token returned (180 days), bound to device_id",
  notes: [
    "PKCE is required, and the device_id of the callback goes into the token request",
    "The user endpoint takes a POST",
  ],
  mark: "vk",
};
