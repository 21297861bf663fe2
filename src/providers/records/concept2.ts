import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "concept2",
  name: "Concept2",
  type: "oauth",
  status: "active",
  authorization: "https://log.concept2.com/oauth/authorize",
  token: "https://log.concept2.com/oauth/access_token",
  userinfo: "https://log.concept2.com/api/users/me",
  scopes: ["user:read"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "data.id", name: "data.username", email: "data.email", image: "data.profile_image" },
  docs: "https://log.concept2.com/developers/documentation/",
  console: "https://log.concept2.com/developers/keys",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Test host: log-dev.concept2.com"],
};

/** `GET /api/users/me` of Concept2; the members that are read. */
export interface Concept2Profile
  extends
    Record<"id", number>,
    Record<
      "username" | "first_name" | "last_name" | "gender" | "dob" | "email" | "country" | "profile_image",
      string
    >,
    Record<"age_restricted", boolean>,
    Record<"email_permission", boolean | null>,
    Record<"max_heart_rate" | "weight", number | null>,
    Record<"logbook_privacy", string | null> {
  /** The id of the account, `user.name`, `user.email` and `user.image` come from it. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** Becomes `user.name`. */
    username?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    profile_image?: string | null;
  };
  [claim: string]: unknown;
}
