import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/tailscale.js";

/** What is known of Tailscale, as data. */
export const record: OIDCRecord = {
  id: "tailscale",
  name: "Tailscale",
  type: "oidc",
  status: "active",
  issuer: "https://idp.{tailnet}.ts.net",
  params: [{ name: "tailnet", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#242424", text: "#fff" },
  docs: "https://tailscale.com/kb/1522/tsidp",
  console: "https://login.tailscale.com/admin/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
};

/** Claims of Tailscale. */
export type TailscaleProfile = Profile;

/** What the factory takes. */
export type TailscaleOptions<P extends TailscaleProfile = TailscaleProfile> = OIDCUserConfig<P> & {
  /** Name of the tailnet. */
  tailnet?: string;
};

/**
 * Sign in with Tailscale.
 *
 * @param options client id and secret (default: `AUTH_TAILSCALE_ID`, `AUTH_TAILSCALE_SECRET`), `tailnet`, or
 * `issuer` in their place (`AUTH_TAILSCALE_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/tailscale`
 * @example Tailscale({ tailnet: "example" })
 */
export default function Tailscale<P extends TailscaleProfile = TailscaleProfile>(
  options: TailscaleOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
