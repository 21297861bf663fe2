import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/ory.js";

/** What is known of Ory Hydra, as data. */
export const record: OIDCRecord = {
  id: "hydra",
  name: "Ory Hydra",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}/",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#fff", text: "#0F172A" },
  docs: "https://www.ory.sh/docs/hydra/guides/openid",
  console: "https://console.ory.sh/",
  localhost: {
    rule: "self-hosted",
    note: "self-hosted: depends on the client registration; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "offline_access or offline scope",
  notes: ["The issuer ends with a slash as a rule"],
};

/** Claims of Ory Hydra. */
export type OryHydraProfile = WithMembers<
  Profile,
  Record<"iss" | "ver" | "sub" | "aud" | "iat" | "exp" | "jti" | "amr", string> &
    Partial<Record<"email", string>>
>;

/** What the factory takes. */
export type HydraOptions<P extends OryHydraProfile = OryHydraProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Ory Hydra.
 *
 * @param options client id and secret (default: `AUTH_HYDRA_ID`, `AUTH_HYDRA_SECRET`), `domain`, or `issuer`
 * in their place (`AUTH_HYDRA_ISSUER`); any member overrides the provider's own value. Callback URL to
 * register: `{origin}{basePath}/callback/hydra`
 * @example Hydra({ domain: "login.example.com" })
 */
export default function Hydra<P extends OryHydraProfile = OryHydraProfile>(
  options: HydraOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
