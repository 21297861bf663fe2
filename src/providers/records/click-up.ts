import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "click-up",
  name: "ClickUp",
  type: "oauth",
  status: "active",
  authorization: "https://app.clickup.com/api",
  token: "https://api.clickup.com/api/v2/oauth/token",
  userinfo: "https://api.clickup.com/api/v2/user",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "user.id", name: "user.username", email: "user.email", image: "user.profilePicture" },
  style: { bg: "#24292f", text: "#fff" },
  docs: "https://developer.clickup.com/docs/authentication",
  console: "https://app.clickup.com/settings/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["Has no scopes"],
  mark: "clickup",
};

/** `GET /api/v2/user` of ClickUp; the members that are read. */
export interface ClickUpProfile {
  /** The id of the account, `user.name`, `user.email` and `user.image` come from it. */
  user: Record<"id", number> & Record<"username" | "color" | "profilePicture", string>;
  [claim: string]: unknown;
}
