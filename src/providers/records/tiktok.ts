import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "tiktok",
  name: "TikTok",
  type: "oauth",
  status: "active",
  authorization: "https://www.tiktok.com/v2/auth/authorize/",
  token: "https://open.tiktokapis.com/v2/oauth/token/",
  tokenRequest: { rename: { client_id: "client_key" } },
  success: { member: "error.code", value: "ok" },
  userinfo: "https://open.tiktokapis.com/v2/user/info/?fields=open_id,avatar_url,display_name",
  scopes: ["user.info.basic"],
  authorizationRename: { client_id: "client_key" },
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.user.open_id", name: "data.user.display_name", image: "data.user.avatar_url" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developers.tiktok.com/doc/login-kit-web/",
  console: "https://developers.tiktok.com/apps",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate); web redirect URIs must be absolute https, at most 10, without query or fragment (vendor docs)",
    checked: true,
  },
  refresh: "refresh token returned (365 days)",
  notes: ["The client id is called client_key", "The web flow takes no PKCE", "Gives no e-mail address"],
  mark: "tiktok",
};

/** `GET /v2/user/info/` of TikTok; the members that are read. */
export interface TiktokProfile extends Record<"error", Record<"code" | "message" | "log_id", string>> {
  /** Only `user` is used of it. */
  data: Record<
    "user",
    Record<"open_id" | "avatar_url" | "display_name" | "username", string> &
      Partial<
        Record<
          | "union_id"
          | "avatar_url_100"
          | "avatar_large_url"
          | "email"
          | "bio_description"
          | "profile_deep_link",
          string
        >
      > &
      Partial<Record<"is_verified", boolean>> &
      Partial<Record<"follower_count" | "following_count" | "likes_count" | "video_count", number>>
  >;
  [claim: string]: unknown;
}
