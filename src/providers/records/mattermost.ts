import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "mattermost",
  name: "Mattermost",
  type: "oauth",
  status: "active",
  issuer: "https://{domain}",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  authorization: "{issuer}/oauth/authorize",
  token: "{issuer}/oauth/access_token",
  userinfo: "{issuer}/api/v4/users/me",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "username||${first_name} ${last_name}", email: "email" },
  emailVerified: "email_verified",
  style: { bg: "#000", text: "#fff" },
  docs: "https://developers.mattermost.com/integrate/apps/authentication/oauth2/",
  console: "https://mattermost.com/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "refresh token returned (newer servers)",
  notes: ["An administrator must switch OAuth 2 on", "Has no scopes"],
  mark: "mattermost",
  options: { domain: "Host of the server." },
};

/** `GET /api/v4/users/me` of Mattermost; the members that are read. */
export interface MattermostProfile
  extends
    Record<"create_at" | "update_at" | "delete_at" | "last_password_update", number>,
    Record<"auth_data" | "auth_service" | "nickname" | "position" | "roles" | "locale", string>,
    Record<
      "notify_props",
      Record<
        | "channel"
        | "comments"
        | "desktop"
        | "desktop_sound"
        | "desktop_threads"
        | "email"
        | "email_threads"
        | "first_name"
        | "mention_keys"
        | "push"
        | "push_status"
        | "push_threads",
        string
      >
    >,
    Record<"timezone", Record<"automaticTimezone" | "manualTimezone" | "useAutomaticTimezone", string>>,
    Record<"disable_welcome_email", boolean>,
    Partial<Record<"terms_of_service_id", string>>,
    Partial<Record<"terms_of_service_create_at", number>> {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  username: string;
  /** Becomes `user.name` where `username` is empty. */
  first_name: string;
  /** Becomes `user.name` where `username` is empty. */
  last_name: string;
  /** Becomes `user.email`. */
  email: string;
  /** Whether the provider made sure that the address is the person's. */
  email_verified: boolean;
  [claim: string]: unknown;
}
