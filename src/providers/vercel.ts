import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/vercel.js";

/** What is known of Vercel, as data. */
export const record: OIDCRecord = {
  id: "vercel",
  name: "Vercel",
  type: "oidc",
  status: "active",
  issuer: "https://vercel.com",
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#000000", text: "#fff" },
  docs: "https://vercel.com/docs/sign-in-with-vercel",
  console: "https://vercel.com/dashboard/settings/apps",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "add the offline_access scope",
  notes: ["PKCE is required"],
};

/** Claims of Vercel. */
export type VercelProfile = Profile;

/**
 * Sign in with Vercel.
 *
 * @param options client id and secret (default: `AUTH_VERCEL_ID`, `AUTH_VERCEL_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/vercel`
 * @example Vercel()
 */
export default function Vercel<P extends VercelProfile = VercelProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
