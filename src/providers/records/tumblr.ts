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
  /** Holds what is read of the answer. */
  response?: {
    /** Holds what is read of the answer. */
    user?: {
      /** Holds what is read of the answer. */
      blogs?: {
        /** Whether it is the main one. */
        primary?: boolean;
        /** Id. */
        uuid?: number | string;
        /** Picture. */
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
