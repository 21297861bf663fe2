import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "tumblr",
  name: "Tumblr",
  type: "oauth",
  status: "active",
  authorization: "https://www.tumblr.com/oauth2/authorize",
  token: "https://api.tumblr.com/v2/oauth2/token",
  userinfo: "https://api.tumblr.com/v2/user/info",
  scopes: ["basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "response.user.blogs[?primary].uuid",
    name: "response.user.name",
    image: "response.user.blogs[?primary].avatar[0].url",
  },
  style: { bg: "#36465d", text: "#fff" },
  docs: "https://www.tumblr.com/docs/en/api/v2#oauth2-authorization",
  console: "https://www.tumblr.com/oauth/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope",
  notes: ["Gives no e-mail address"],
  mark: "tumblr",
};

/** `GET /v2/user/info` of Tumblr; the members that are read. */
export interface TumblrProfile {
  /** Only `user` is used of it. */
  response?: {
    /** The user and all their blogs. */
    user?: {
      /** The id of the account and `user.image` come from its elements. */
      blogs?: {
        /** Whether it is the main one. */
        primary?: boolean;
        /** Becomes the id of the account. */
        uuid?: number | string;
        /** The picture, once for each size. */
        avatar?: {
          /** Address of the picture. */
          url?: string | null;
        }[];
      }[];
      /** Becomes `user.name`. */
      name?: number | string;
    };
  };
  [claim: string]: unknown;
}
