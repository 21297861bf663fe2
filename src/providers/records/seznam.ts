import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "seznam",
  name: "Seznam",
  type: "oauth",
  status: "active",
  authorization: "https://login.szn.cz/api/v1/oauth/auth",
  token: "https://login.szn.cz/api/v1/oauth/token",
  userinfo: "https://login.szn.cz/api/v1/user",
  scopes: ["identity"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "oauth_user_id",
    name: "${firstname} ${lastname}",
    email: "email||username",
    image: "avatar_url",
  },
  docs: "https://vyvojari.seznam.cz/oauth/doc",
  console: "https://vyvojari.seznam.cz/oauth/admin",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Scopes are separated by commas"],
};

/** `GET /api/v1/user` of Seznam; the members that are read. */
export interface SeznamProfile {
  /** Becomes the id of the account. */
  oauth_user_id?: number | string;
  /** Id for advertising. */
  advert_user_id?: number | string;
  /** Becomes `user.name`. */
  firstname?: string | null;
  /** Becomes `user.name`. */
  lastname?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.email` where `email` is empty. */
  username?: string | null;
  /** Becomes `user.image`. */
  avatar_url?: string | null;
  [claim: string]: unknown;
}
