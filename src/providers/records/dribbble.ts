import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "dribbble",
  name: "Dribbble",
  type: "oauth",
  status: "active",
  params: [{ name: "scope", required: false }],
  authorization: "https://dribbble.com/oauth/authorize",
  token: "https://dribbble.com/oauth/token",
  userinfo: "https://api.dribbble.com/v2/user",
  scopes: ["public"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||login", email: "email", image: "avatar_url" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developer.dribbble.com/v2/oauth/",
  console: "https://dribbble.com/account/applications/new",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none; tokens do not expire",
  notes: ["The API gives no e-mail address"],
  mark: "dribbble",
  options: { scope: "Scopes with spaces between them. Default `public`." },
};

/** `GET /v2/user` of Dribbble; the members that are read. */
export interface DribbbleProfile {
  /** Becomes the id of the account. */
  id: number;
  /** Becomes `user.name`. */
  name: string;
  /** Becomes `user.name` where `name` is empty. */
  login?: string | null;
  /** Becomes `user.email`. */
  email: string;
  /** Becomes `user.image`. */
  avatar_url: string;
  [claim: string]: unknown;
}
