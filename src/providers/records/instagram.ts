import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "instagram",
  name: "Instagram",
  type: "oauth",
  status: "limited",
  authorization: "https://www.instagram.com/oauth/authorize",
  token: "https://api.instagram.com/oauth/access_token",
  tokenDefaults: { token_type: "bearer" },
  tokenAnswer: { unwrap: "data[0]" },
  userinfo: "https://graph.instagram.com/me?fields=id,user_id,username,name,account_type,profile_picture_url",
  scopes: ["instagram_business_basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "username", image: "profile_picture_url" },
  style: { bg: "#fff", text: "#000" },
  docs: "https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login",
  console: "https://developers.facebook.com/apps/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: true },
  refresh: "exchange for a 60-day token (ig_exchange_token), then ig_refresh_token",
  notes: [
    "Personal accounts cannot sign in since December 2024; business and creator accounts can",
    "The callback URL comes back with #_ at its end",
  ],
  mark: "instagram",
};

/** `GET /me` of Instagram; the members that are read. */
export interface InstagramProfile {
  /** Becomes the id of the account: the id that the person has in this app. */
  id?: number | string;
  /** Id of the professional account, as in webhooks. */
  user_id?: number | string;
  /** Becomes `user.name`. */
  username?: string | null;
  /** Becomes `user.image`. */
  profile_picture_url?: string | null;
  [claim: string]: unknown;
}
