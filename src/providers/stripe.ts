import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { mark } from "./marks/stripe.js";

/** What is known of Stripe Connect, as data. */
export const record: OAuthRecord = {
  id: "stripe",
  name: "Stripe Connect",
  type: "oauth",
  status: "active",
  authorization: "https://connect.stripe.com/oauth/authorize",
  token: "https://connect.stripe.com/oauth/token",
  userinfo: "https://api.stripe.com/v1/account",
  scopes: ["read_write"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "business_profile.name||settings.dashboard.display_name", email: "email" },
  style: { bg: "#635bff", text: "#fff" },
  docs: "https://docs.stripe.com/connect/oauth-reference",
  console: "https://dashboard.stripe.com/settings/connect/onboarding-options/oauth",
  localhost: { rule: "note", note: "test-mode clients accept http", checked: false },
  refresh: "refresh token returned",
  notes: ["The client secret is the platform's secret key", "The identity is an account, not a user"],
};

/** `GET /v1/account` of Stripe Connect; the members that are read. */
export interface StripeProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Holds what is read of the answer. */
  business_profile?: {
    /** Becomes `user.name`. */
    name?: string | null;
  };
  /** Holds what is read of the answer. */
  settings?: {
    /** Holds what is read of the answer. */
    dashboard?: {
      /** Becomes `user.name` where `business_profile.name` is empty. */
      display_name?: string | null;
    };
  };
  /** Becomes `user.email`. */
  email?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Stripe Connect.
 *
 * @param options client id and secret (default: `AUTH_STRIPE_ID`, `AUTH_STRIPE_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/stripe`
 * @example Stripe()
 */
export default function Stripe<P extends StripeProfile = StripeProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark });
}
