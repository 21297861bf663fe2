import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "osu",
  name: "osu!",
  type: "oauth",
  status: "active",
  authorization: "https://osu.ppy.sh/oauth/authorize",
  token: "https://osu.ppy.sh/oauth/token",
  userinfo: "https://osu.ppy.sh/api/v2/me",
  scopes: ["identify"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "username", image: "avatar_url" },
  style: { bg: "#FF66AA", text: "#000" },
  docs: "https://osu.ppy.sh/docs/index.html#authentication",
  console: "https://osu.ppy.sh/home/account/edit#oauth",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Gives no e-mail address"],
  factory: "Osu",
};

/** `GET /api/v2/me` of osu!; the members that are read. */
export interface OsuProfile
  extends
    Record<
      | "discord"
      | "interests"
      | "location"
      | "occupation"
      | "title"
      | "title_url"
      | "twitter"
      | "website"
      | "profile_colour",
      string | null
    >,
    Record<
      | "has_supported"
      | "is_restricted"
      | "is_active"
      | "is_bot"
      | "is_deleted"
      | "is_online"
      | "is_supporter"
      | "pm_friends_only",
      boolean
    >,
    Record<"join_date", Date>,
    Record<"kudosu", Record<"available" | "total", number>>,
    Record<"max_blocks" | "max_friends" | "post_count", number>,
    Record<"playmode" | "country_code" | "default_group", string>,
    Record<"playstyle" | "profile_order", string[]>,
    Record<"country", Record<"code" | "name", string>>,
    Record<
      "cover",
      Record<"custom_url", string | null> & Record<"url", string> & Record<"id", number | null>
    >,
    Record<"last_visit", Date | null> {
  /** Becomes the id of the account. */
  id: number;
  /** Becomes `user.name`. */
  username: string;
  /** Becomes `user.image`. */
  avatar_url: string;
  [claim: string]: unknown;
}

/** What osu! tells of everybody. */
export type OsuUserCompact = Record<"avatar_url" | "country_code" | "default_group" | "username", string> &
  Record<"id", number> &
  Record<"is_active" | "is_bot" | "is_deleted" | "is_online" | "is_supporter" | "pm_friends_only", boolean> &
  Record<"last_visit", Date | null> &
  Record<"profile_colour", string | null>;
