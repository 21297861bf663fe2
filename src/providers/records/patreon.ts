import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "patreon",
  name: "Patreon",
  type: "oauth",
  status: "active",
  authorization: "https://www.patreon.com/oauth2/authorize",
  token: "https://www.patreon.com/api/oauth2/token",
  userinfo:
    "https://www.patreon.com/api/oauth2/v2/identity?fields%5Buser%5D=email,full_name,image_url,is_email_verified",
  scopes: ["identity", "identity[email]"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "data.id",
    name: "data.attributes.full_name",
    email: "data.attributes.email",
    image: "data.attributes.image_url",
  },
  emailVerified: "data.attributes.is_email_verified",
  style: { bg: "#e85b46", text: "#fff" },
  docs: "https://docs.patreon.com/#oauth",
  console: "https://www.patreon.com/portal/registration/register-clients",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (31 days)",
  notes: ["The version 2 of the API is used"],
  mark: "patreon",
};

/** `GET /api/oauth2/v2/identity` of Patreon; the members that are read. */
export interface PatreonProfile extends Record<"sub" | "nickname" | "email" | "picture", string> {
  /** The user as a resource of JSON:API. */
  data?: {
    /** Becomes the id of the account. */
    id?: number | string;
    /** `user.name`, `user.email`, `user.image` and whether the address is verified come from it. */
    attributes?: {
      /** Becomes `user.name`. */
      full_name?: string | null;
      /** Becomes `user.email`. */
      email?: string | null;
      /** Becomes `user.image`. */
      image_url?: string | null;
      /** Whether the provider made sure that the address is the person's. */
      is_email_verified?: boolean | string;
    };
  };
  [claim: string]: unknown;
}
