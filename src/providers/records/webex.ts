import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "webex",
  name: "Webex",
  type: "oauth",
  status: "active",
  params: [{ name: "apiBaseUrl", required: false, default: "https://webexapis.com/v1" }],
  authorization: "{apiBaseUrl}/authorize",
  token: "{apiBaseUrl}/access_token",
  userinfo: "{apiBaseUrl}/people/me",
  scopes: ["spark:kms", "spark:people_read"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "displayName", email: "emails[0]", image: "avatar" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developer.webex.com/docs/login-with-webex",
  console: "https://developer.webex.com/my-apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (90 days)",
  notes: ["Other clouds: pass apiBaseUrl"],
  options: { apiBaseUrl: "Address of the API." },
};

/** `GET /v1/people/me` of Webex; the members that are read. */
export interface WebexProfile {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  displayName?: string;
  /** The first becomes `user.email`. */
  emails: string[];
  /** Becomes `user.image`. */
  avatar?: string;
  [claim: string]: unknown;
}
