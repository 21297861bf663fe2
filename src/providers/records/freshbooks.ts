import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "freshbooks",
  name: "FreshBooks",
  type: "oauth",
  status: "active",
  authorization: "https://auth.freshbooks.com/oauth/authorize",
  token: "https://api.freshbooks.com/auth/oauth/token",
  userinfo: "https://api.freshbooks.com/auth/api/v1/users/me",
  scopes: ["user:profile:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "response.id",
    name: "${response.first_name} ${response.last_name}",
    email: "response.email",
  },
  style: { bg: "#0075dd", text: "#fff" },
  docs: "https://www.freshbooks.com/api/authentication",
  console: "https://my.freshbooks.com/#/developer",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: false },
  refresh: "refresh token returned (single use)",
  notes: ["Callback URLs must be https"],
  factory: "Freshbooks",
};

/** `GET /auth/api/v1/users/me` of FreshBooks; the members that are read. */
export interface FreshbooksProfile {
  /** The id of the account, `user.name` and `user.email` come from it. */
  response?: {
    /** Id of the person over all businesses. */
    identity_id?: number | string;
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    first_name?: string | null;
    /** Becomes `user.name`. */
    last_name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
  };
  [claim: string]: unknown;
}
