import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/openid.js";

/** What is known of OpenID Connect, as data. */
export const record = {
  id: "oidc",
  name: "OpenID Connect",
  type: "oidc",
  status: "active",
  issuer: "{issuer}",
  reauthentication: "max_age",
  params: [{ name: "issuer", required: true, env: "AUTH_OIDC_ISSUER", example: "https://login.example.com" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#f78c40", text: "#000" },
  docs: "https://openid.net/specs/openid-connect-core-1_0.html",
  localhost: {
    rule: "self-hosted",
    note: "depends on how the client is registered; most servers accept http://localhost for development",
    checked: false,
  },
  refresh: "add the offline_access scope",
  notes: [
    "Any OpenID Connect server: endpoints come from its discovery document",
    "Pass id and name to have several",
    "A server that puts only `sub` into the ID token needs idToken: false",
  ],
} as const satisfies ProviderRecord;

/**
 * Sign in with any OpenID Connect server.
 *
 * @param options client id, secret and issuer (default: `AUTH_OIDC_ID`, `AUTH_OIDC_SECRET`, `AUTH_OIDC_ISSUER`);
 * the issuer byte for byte as in the server's metadata. `id` and `name` to have several; `idToken: false` reads
 * the profile from the userinfo endpoint. Callback URL to register: `{origin}{basePath}/callback/oidc`
 * @example OIDC({ id: "acme", name: "Acme", issuer: "https://login.acme.example" })
 */
export default function OIDC<P = Profile>(options: OIDCUserConfig<P> = {}): OIDCConfig<P> {
  return fromOidcRecord<P, typeof record>(record, options, { mark });
}
