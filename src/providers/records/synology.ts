import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "synology",
  name: "Synology SSO",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}/webman/sso",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/SSOOauth.cgi",
  token: "{issuer}/SSOAccessToken.cgi",
  userinfo: "{issuer}/SSOUserInfo.cgi",
  scopes: ["openid", "email", "groups"],
  clientAuth: "client_secret_post",
  profile: { id: "sub", name: "username", email: "email" },
  style: { bg: "#b5b5b6", text: "#000" },
  docs: "https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_desc",
  console: "https://kb.synology.com/en-global/DSM/help/SSOServer/sso_server_desc",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  factory: "Synology",
  options: { domain: "Host of the server." },
};

/** `GET /SSOUserInfo.cgi` of Synology SSO; the members that are read. */
export interface SynologyProfile {
  /** Becomes the id of the account. */
  sub?: number | string;
  /** Becomes `user.name`. */
  username?: number | string;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}
