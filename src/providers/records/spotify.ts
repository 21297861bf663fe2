import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "spotify",
  name: "Spotify",
  type: "oauth",
  status: "active",
  authorization: "https://accounts.spotify.com/authorize",
  token: "https://accounts.spotify.com/api/token",
  userinfo: "https://api.spotify.com/v1/me",
  scopes: ["user-read-email"],
  profile: { id: "id", name: "display_name", email: "email", image: "images[0].url" },
  style: { bg: "#1db954", text: "#000" },
  docs: "https://developer.spotify.com/documentation/web-api/tutorials/code-flow",
  console: "https://developer.spotify.com/dashboard",
  localhost: {
    rule: "loopback-ip",
    note: "localhost refused since 2025-04-09 (new apps) / 2025-11-27 (all): use http://127.0.0.1:PORT or http://[::1]:PORT",
    checked: true,
  },
  refresh: "refresh token always returned",
  notes: ["Addresses are not verified", "In development mode only listed users can sign in"],
  mark: "spotify",
};

/** `GET /v1/me` of Spotify; the members that are read. */
export interface SpotifyProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  display_name: string;
  /** Becomes `user.email`. */
  email: string;
  /** `user.image` comes from its elements. */
  images: SpotifyImage[];
  [claim: string]: unknown;
}

/** One of `images`. */
export type SpotifyImage = Record<"url", string>;
