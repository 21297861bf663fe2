import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "workos",
  name: "WorkOS",
  type: "oauth",
  status: "active",
  params: [
    { name: "issuer", required: false, default: "https://api.workos.com" },
    { name: "connection", required: false, default: "" },
  ],
  authorization: "{issuer}/sso/authorize",
  token: "{issuer}/sso/token",
  userinfo: "{issuer}/sso/profile",
  scopes: [],
  authorizationParams: { connection: "{connection}" },
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "${first_name} ${last_name}", email: "email", image: "raw_attributes.picture" },
  style: { bg: "#6363f1", text: "#fff" },
  docs: "https://workos.com/docs/reference/sso",
  console: "https://dashboard.workos.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "none",
  notes: [
    "Pass connection as an option, or connection, organization, provider or domain as a parameter of signIn",
    "The client secret is the API key",
  ],
  options: {
    connection:
      "Id of the connection that everybody signs in by; a sign-in request cannot change it. Example: `conn_123`.",
  },
  title: "WorkOS SSO",
};

/** `GET /sso/profile` of WorkOS SSO; the members that are read. */
export interface WorkOSProfile extends Record<
  "object" | "organization_id" | "connection_id" | "connection_type" | "idp_id",
  string
> {
  /** Becomes the id of the account. */
  id: string;
  /** Becomes `user.name`. */
  first_name: string;
  /** Becomes `user.name`. */
  last_name: string;
  /** Becomes `user.email`. */
  email: string;
  /** `user.image` comes from it. */
  raw_attributes: Record<"id" | "email" | "lastName" | "firstName" | "picture", string>;
  [claim: string]: unknown;
}
