import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of Kinde, as data. */
export const record: OIDCRecord = {
  id: "kinde",
  name: "Kinde",
  type: "oidc",
  status: "active",
  issuer: "https://{subdomain}.kinde.com",
  params: [{ name: "subdomain", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  checks: ["state", "pkce"],
  emailVerified: "email_verified",
  style: { bg: "#fff", text: "#0F0F0F" },
  docs: "https://docs.kinde.com/developer-tools/about/using-kinde-without-an-sdk/",
  console: "https://app.kinde.com/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "offline scope",
  notes: ["Register the callback URL with the application, not with the environment"],
};

/** Claims of Kinde. */
export type KindeProfile = WithMembers<
  Profile,
  Record<
    "id" | "picture" | "first_name" | "last_name" | "preferred_email" | "provided_id" | "username",
    string
  >
>;

/** What the factory takes. */
export type KindeOptions<P extends KindeProfile = KindeProfile> = OIDCUserConfig<P> & {
  /** First part of the host name. */
  subdomain?: string;
};

/**
 * Sign in with Kinde.
 *
 * @param options client id and secret (default: `AUTH_KINDE_ID`, `AUTH_KINDE_SECRET`), `subdomain`, or
 * `issuer` in their place (`AUTH_KINDE_ISSUER`); any member overrides the provider's own value. Callback URL
 * to register: `{origin}{basePath}/callback/kinde`
 * @example Kinde({ subdomain: "example" })
 */
export default function Kinde<P extends KindeProfile = KindeProfile>(
  options: KindeOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
