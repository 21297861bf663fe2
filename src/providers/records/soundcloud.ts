import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "soundcloud",
  name: "SoundCloud",
  type: "oauth",
  status: "active",
  authorization: "https://secure.soundcloud.com/authorize",
  token: "https://secure.soundcloud.com/oauth/token",
  userinfo: "https://api.soundcloud.com/me",
  userinfoTokenIn: { scheme: "OAuth" },
  scopes: [],
  clientAuth: "client_secret_post",
  profile: { id: "urn", name: "full_name||username", image: "avatar_url" },
  style: { bg: "#ff5500", text: "#000" },
  docs: "https://developers.soundcloud.com/docs/api/guide#authentication",
  console: "https://soundcloud.com/you/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["PKCE is required", "Registration of apps is often closed"],
  mark: "soundcloud",
};

/** `GET /me` of SoundCloud; the members that are read. */
export interface SoundCloudProfile {
  /** Becomes the id of the account. */
  urn?: number | string;
  /** Number of the user, from before there was `urn`. */
  id?: number | string;
  /** Becomes `user.name`. */
  full_name?: string | null;
  /** Becomes `user.name` where `full_name` is empty. */
  username?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}
