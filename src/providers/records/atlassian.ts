import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "atlassian",
  name: "Atlassian",
  type: "oauth",
  status: "active",
  authorization: "https://auth.atlassian.com/authorize",
  token: "https://auth.atlassian.com/oauth/token",
  userinfo: "https://api.atlassian.com/me",
  scopes: ["read:me"],
  authorizationParams: { audience: "api.atlassian.com", prompt: "consent" },
  openParams: ["prompt"],
  checks: ["state", "pkce"],
  clientAuth: "client_secret_post",
  profile: { id: "account_id", name: "name", email: "email", image: "picture" },
  style: { bg: "#fff", text: "#0052cc" },
  docs: "https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/",
  console: "https://developer.atlassian.com/console/myapps/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline_access scope (rotating)",
  notes: ["Add the User identity API to the app"],
  mark: "atlassian",
};

/** `GET /me` of Atlassian; the members that are read. */
export interface AtlassianProfile {
  /** Becomes the id of the account. */
  account_id: string;
  /** Becomes `user.name`. */
  name: string;
  /** Becomes `user.email`. */
  email: string;
  /** Becomes `user.image`. */
  picture: string;
  [claim: string]: unknown;
}
