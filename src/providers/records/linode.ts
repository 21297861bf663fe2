import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "linode",
  name: "Linode",
  type: "oauth",
  status: "active",
  authorization: "https://login.linode.com/oauth/authorize",
  token: "https://login.linode.com/oauth/token",
  userinfo: "https://api.linode.com/v4/profile",
  scopes: ["account:read_only"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "uid", name: "username", email: "email" },
  style: { bg: "#0096d6", text: "#000" },
  docs: "https://techdocs.akamai.com/linode-api/reference/post-client",
  console: "https://cloud.linode.com/profile/clients",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
};

/** `GET /v4/profile` of Linode; the members that are read. */
export interface LinodeProfile {
  /** Becomes the id of the account. */
  uid?: number | string;
  /** Becomes `user.name`. */
  username?: number | string;
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}
