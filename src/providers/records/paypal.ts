import type { PlainProvider } from "../kit/plain-provider.js";

export const provider: PlainProvider = {
  id: "paypal",
  name: "PayPal",
  type: "oauth",
  status: "active",
  issuer: "https://{siteHost}",
  params: [
    { name: "siteHost", required: false, default: "www.paypal.com", example: "www.sandbox.paypal.com" },
    { name: "apiHost", required: false, default: "api-m.paypal.com", example: "api-m.sandbox.paypal.com" },
  ],
  authorization: "https://{siteHost}/signin/authorize",
  token: "https://{apiHost}/v1/oauth2/token",
  userinfo: "https://{apiHost}/v1/identity/oauth2/userinfo?schema=paypalv1.1",
  scopes: ["openid", "profile", "email"],
  checks: ["state"],
  profile: { id: "user_id", name: "name", email: "emails[?primary].value||email", image: "picture" },
  emailVerified: "email_verified",
  style: { bg: "#002991", text: "#fff" },
  docs: "https://developer.paypal.com/docs/log-in-with-paypal/integrate/",
  console: "https://developer.paypal.com/dashboard/applications",
  localhost: {
    rule: "https-only",
    note: "https only, no localhost: public domain or tunnel",
    checked: true,
  },
  refresh: "refresh token returned",
  notes: ["For the sandbox pass siteHost and apiHost", "Scopes must be switched on in the dashboard too"],
  mark: "paypal",
  options: { siteHost: "Host of the sign-in page.", apiHost: "Host of the API." },
};

/** `GET /v1/identity/oauth2/userinfo` of PayPal; the members that are read. */
export interface PayPalProfile {
  /** Becomes the id of the account. */
  user_id?: number | string;
  /** Id of the person at the issuer. */
  sub?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** `user.email` comes from its elements. */
  emails?: {
    /** Whether it is the main one. */
    primary?: boolean;
    /** The address itself. */
    value?: string | null;
  }[];
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  picture?: string | null;
  /** Whether the provider made sure that the address is the person's. */
  email_verified?: boolean | string;
  [claim: string]: unknown;
}
