import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "pinterest",
  name: "Pinterest",
  type: "oauth",
  status: "active",
  authorization: "https://www.pinterest.com/oauth/",
  token: "https://api.pinterest.com/v5/oauth/token",
  userinfo: "https://api.pinterest.com/v5/user_account",
  scopes: ["user_accounts:read"],
  checks: ["state"],
  profile: { id: "id", name: "username", image: "profile_image" },
  style: { bg: "#bd081c", text: "#fff" },
  docs: "https://developers.pinterest.com/docs/getting-started/authentication/",
  console: "https://developers.pinterest.com/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "continuous_refresh=true; refresh token returned",
  notes: ["Gives no e-mail address"],
  mark: "pinterest",
};

/** `GET /v5/user_account` of Pinterest; the members that are read. */
export interface PinterestProfile
  extends Record<"account_type", "BUSINESS" | "PINNER">, Record<"website_url", string> {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  username: string;
  /** Becomes `user.image`. */
  profile_image: string;
  [claim: string]: unknown;
}
