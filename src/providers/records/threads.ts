import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "threads",
  name: "Threads",
  type: "oauth",
  status: "active",
  authorization: "https://threads.net/oauth/authorize",
  token: "https://graph.threads.net/oauth/access_token",
  tokenDefaults: { token_type: "bearer" },
  userinfo: "https://graph.threads.net/v1.0/me?fields=id,username,name,threads_profile_picture_url",
  scopes: ["threads_basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||username", image: "threads_profile_picture_url" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions",
  console: "https://developers.facebook.com/apps/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: true },
  refresh: "th_exchange_token to 60 days, then th_refresh_token",
  notes: ["threads.com answers too", "Gives no e-mail address"],
  mark: "threads",
};

/** `GET /v1.0/me` of Threads; the members that are read. */
export interface ThreadsProfile extends Record<
  "data",
  Record<"id", string> &
    Partial<Record<"username" | "threads_profile_picture_url" | "threads_biography", string>>
> {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  username?: string | null;
  /** Becomes `user.image`. */
  threads_profile_picture_url?: string | null;
  [claim: string]: unknown;
}
