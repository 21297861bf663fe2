import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "xsuaa",
  name: "SAP XSUAA",
  type: "oauth",
  status: "active",
  params: [{ name: "domain", required: true, example: "example.authentication.eu10.hana.ondemand.com" }],
  authorization: "https://{domain}/oauth/authorize",
  token: "https://{domain}/oauth/token",
  userinfo: "https://{domain}/userinfo",
  scopes: ["openid"],
  profile: { id: "user_id", name: "name||${given_name} ${family_name}", email: "email" },
  emailVerified: "email_verified",
  docs: "https://help.sap.com/docs/btp/sap-business-technology-platform/what-is-sap-authorization-and-trust-management-service",
  console: "https://cockpit.btp.cloud.sap/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  factory: "XSUAA",
  mark: "sap",
  options: { domain: "Host of the server." },
};

/** `GET /userinfo` of SAP XSUAA; the members that are read. */
export interface XSUAAProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Id of the person at the issuer. */
  sub?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  given_name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  family_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}
