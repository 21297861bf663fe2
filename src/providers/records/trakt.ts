import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "trakt",
  name: "Trakt",
  type: "oauth",
  status: "active",
  authorization: "https://trakt.tv/oauth/authorize",
  token: "https://api.trakt.tv/oauth/token",
  userinfo: "https://api.trakt.tv/users/me?extended=full",
  userinfoHeaders: { "trakt-api-version": "2", "trakt-api-key": "{clientId}" },
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  // Stored accounts are found by the slug, which follows the name that its owner chooses.
  ids: { slug: "ids.slug", uuid: "ids.uuid" },
  profile: { id: "ids.slug", name: "name||username", image: "images.avatar.full" },
  style: { bg: "#ED2224", text: "#fff" },
  docs: "https://trakt.docs.apiary.io/#reference/authentication-oauth",
  console: "https://trakt.tv/oauth/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: [
    'The slug changes with the user\'s name, and another user may get the old one: new apps set idFrom: "uuid"',
    "Gives no e-mail address",
  ],
  mark: "trakt",
};

/** `GET /users/me` of Trakt; the members that are read. */
export interface TraktProfile {
  /** The id of the account comes from it. */
  ids?: {
    /** Becomes the id of the account. */
    slug?: number | string;
    /** Becomes the id of the account with `idFrom: "uuid"`. */
    uuid?: string;
  };
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  username?: string | null;
  /** Only `avatar` is used of it. */
  images?: {
    /** `user.image` comes from it. */
    avatar?: {
      /** Becomes `user.image`. */
      full?: string | null;
    };
  };
  [claim: string]: unknown;
}

/** `GET /users/me` of Trakt. */
export type TraktUser = Record<"username" | "name" | "joined_at", string> &
  Record<"private" | "vip" | "vip_ep", boolean> &
  Record<"ids", Record<"slug", string>> &
  Record<"location" | "about" | "gender", string | null> &
  Record<"age", number | null> &
  Record<"images", Record<"avatar", Record<"full", string>>>;
