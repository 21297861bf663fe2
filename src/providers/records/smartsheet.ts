import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "smartsheet",
  name: "Smartsheet",
  type: "oauth",
  status: "active",
  authorization: "https://app.smartsheet.com/b/authorize",
  token: "https://api.smartsheet.com/2.0/token",
  userinfo: "https://api.smartsheet.com/2.0/users/me",
  scopes: ["READ_USERS"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstName} ${lastName}", email: "email", image: "profileImage.imageId" },
  docs: "https://developers.smartsheet.com/api/smartsheet/guides/advanced-topics/oauth",
  console: "https://developers.smartsheet.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};
