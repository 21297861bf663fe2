import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "facebook",
  name: "Facebook",
  type: "oauth",
  status: "active",
  authorization: "https://www.facebook.com/v24.0/dialog/oauth",
  token: "https://graph.facebook.com/v24.0/oauth/access_token",
  userinfo: "https://graph.facebook.com/me?fields=id,name,email,picture",
  scopes: ["email", "public_profile"],
  scopeSeparator: ",",
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name", email: "email", image: "picture.data.url" },
  style: { bg: "#006aff", text: "#fff" },
  docs: "https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow",
  console: "https://developers.facebook.com/apps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for a development-mode app only; production apps refuse localhost (Auth.js note)",
    checked: true,
  },
  refresh: "none: exchange for a 60-day token with grant_type=fb_exchange_token",
  notes: [
    "People without an address on file have none here either",
    "The version in the URLs is one of many: pass others to move",
  ],
  mark: "facebook",
};

/** `GET /me` of Facebook; the members that are read. */
export interface FacebookProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Only `data` is used of it. */
  picture: Record<"data", Record<"url", string>>;
  [claim: string]: unknown;
}
