import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "strava",
  name: "Strava",
  type: "oauth",
  status: "active",
  authorization: "https://www.strava.com/oauth/authorize",
  token: "https://www.strava.com/api/v3/oauth/token",
  userinfo: "https://www.strava.com/api/v3/athlete",
  scopes: ["read"],
  authorizationParams: { approval_prompt: "auto" },
  openParams: ["approval_prompt"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${firstname} ${lastname}", image: "profile" },
  style: { bg: "#FC4C02", text: "#fff" },
  docs: "https://developers.strava.com/docs/authentication/",
  console: "https://www.strava.com/settings/api",
  localhost: { rule: "loopback-ip", note: "localhost and 127.0.0.1 are always allowed", checked: false },
  refresh: "refresh token returned (6 h access token)",
  notes: ["One callback domain per app", "Gives no e-mail address"],
  mark: "strava",
};

/** `GET /api/v3/athlete` of Strava; the members that are read. */
export interface StravaProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  firstname: string;
  /** Becomes `user.name`. */
  lastname: string;
  /** Becomes `user.image`. */
  profile: string;
  [claim: string]: unknown;
}
