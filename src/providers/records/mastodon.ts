import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mastodon",
  name: "Mastodon",
  type: "oauth",
  status: "active",
  issuer: "https://{instance}",
  params: [{ name: "instance", required: true, example: "mastodon.social" }],
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/token",
  userinfo: "{issuer}/api/v1/accounts/verify_credentials",
  scopes: ["read:accounts"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "display_name||username", image: "avatar_static" },
  style: { bg: "#6364FF", text: "#fff" },
  docs: "https://docs.joinmastodon.org/methods/oauth/",
  console: "https://mastodon.social/settings/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["Ids are unique on one server only"],
  mark: "mastodon",
  options: { instance: "Host of the server." },
};

/** `GET /api/v1/accounts/verify_credentials` of Mastodon; the members that are read. */
export interface MastodonProfile
  extends
    Record<"acct" | "created_at" | "note" | "url" | "avatar" | "header" | "header_static", string>,
    Record<"locked" | "bot", boolean>,
    Record<"followers_count" | "following_count" | "statuses_count", number>,
    Record<"last_status_at", string | null> {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  display_name: string;
  /** Becomes `user.name` where `display_name` is empty. */
  username: string;
  /** Becomes `user.image`. */
  avatar_static: string;
  [claim: string]: unknown;
}
