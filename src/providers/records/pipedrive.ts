import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "pipedrive",
  name: "Pipedrive",
  type: "oauth",
  status: "active",
  authorization: "https://oauth.pipedrive.com/oauth/authorize",
  token: "https://oauth.pipedrive.com/oauth/token",
  userinfo: "https://api.pipedrive.com/users/me",
  scopes: [],
  checks: ["state"],
  profile: { id: "data.id", name: "data.name", email: "data.email", image: "data.icon_url" },
  style: { bg: "#017737", text: "#fff" },
  docs: "https://pipedrive.readme.io/docs/marketplace-oauth-authorization",
  console: "https://developers.pipedrive.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (60 days)",
  notes: [
    "The app's settings decide on scopes",
    "The token answer names the API host of the company",
    "Scopes that can be asked for: base",
  ],
};

/** `GET /users/me` of Pipedrive; the members that are read. */
export interface PipedriveProfile extends Record<"success", boolean> {
  /** The id of the account, `user.name`, `user.email` and `user.image` come from it. */
  data: Record<"id", number> &
    Record<"name" | "email", string> &
    Partial<
      Record<
        | "default_currency"
        | "locale"
        | "phone"
        | "signup_flow_variation"
        | "timezone_name"
        | "timezone_offset"
        | "icon_url"
        | "company_name"
        | "company_domain"
        | "company_country"
        | "company_industry",
        string
      >
    > &
    Partial<Record<"lang" | "is_admin" | "role_id" | "company_id", number>> &
    Partial<Record<"activated" | "has_created_company" | "active_flag" | "is_you", boolean>> &
    Partial<Record<"last_login" | "created" | "modified", Date>> &
    Partial<Record<"language", Partial<Record<"language_code" | "country_code", string>>>>;
  [claim: string]: unknown;
}
