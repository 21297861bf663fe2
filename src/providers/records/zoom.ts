import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "zoom",
  name: "Zoom",
  type: "oauth",
  status: "active",
  authorization: "https://zoom.us/oauth/authorize",
  token: "https://zoom.us/oauth/token",
  revocation: "https://zoom.us/oauth/revoke",
  userinfo: "https://api.zoom.us/v2/users/me",
  scopes: [],
  profile: { id: "id", name: "display_name||${first_name} ${last_name}", email: "email", image: "pic_url" },
  emailVerified: "verified",
  style: { bg: "#0b5cff", text: "#fff" },
  docs: "https://developers.zoom.us/docs/integrations/oauth/",
  console: "https://marketplace.zoom.us/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs; loopback 127.0.0.1 with any port for PKCE clients (vendor changelog)",
    checked: true,
  },
  refresh: "refresh token returned (90 days, rotating)",
  notes: ["The client must authenticate with Basic", "Scopes that can be asked for: user:read:user"],
};

/** `GET /v2/users/me` of Zoom; the members that are read. */
export interface ZoomProfile
  extends
    Record<"type" | "pmi", number>,
    Record<
      | "role_name"
      | "vanity_url"
      | "personal_meeting_url"
      | "timezone"
      | "dept"
      | "created_at"
      | "last_login_time"
      | "last_client_version"
      | "host_key"
      | "jid"
      | "account_id"
      | "language"
      | "phone_country"
      | "phone_number"
      | "status",
      string
    >,
    Record<"use_pmi", boolean>,
    Record<"group_ids" | "im_group_ids", string[]> {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  display_name?: string | null;
  /** Becomes `user.name` where `display_name` is empty. */
  first_name: string;
  /** Becomes `user.name` where `display_name` is empty. */
  last_name: string;
  /** Becomes `user.email`. */
  email: string;
  /** Becomes `user.image`. */
  pic_url: string;
  /** Whether the provider made sure that the address is the person's. */
  verified: number;
  [claim: string]: unknown;
}
