import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "dropbox",
  name: "Dropbox",
  type: "oauth",
  status: "active",
  authorization: "https://www.dropbox.com/oauth2/authorize",
  token: "https://api.dropboxapi.com/oauth2/token",
  userinfo: "https://api.dropboxapi.com/2/users/get_current_account",
  userinfoMethod: "POST",
  scopes: ["account_info.read"],
  authorizationParams: { token_access_type: "offline" },
  openParams: ["token_access_type"],
  profile: { id: "account_id", name: "name.display_name", email: "email", image: "profile_photo_url" },
  emailVerified: "email_verified",
  style: { bg: "#0061fe", text: "#fff" },
  docs: "https://developers.dropbox.com/oauth-guide",
  console: "https://www.dropbox.com/developers/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "token_access_type=offline",
  notes: ["The user endpoint takes a POST without a body"],
  mark: "dropbox",
};
