import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of Frontegg, as data. */
export const record: OIDCRecord = {
  id: "frontegg",
  name: "Frontegg",
  type: "oidc",
  status: "active",
  issuer: "https://{domain}.frontegg.com",
  wellKnown: "{issuer}/oauth/.well-known/openid-configuration",
  params: [{ name: "domain", required: true, example: "login.example.com" }],
  scopes: ["openid", "profile", "email"],
  profile: { id: "sub", name: "name", email: "email", image: "profilePictureUrl" },
  emailVerified: "email_verified",
  docs: "https://docs.frontegg.com/docs/hosted-login",
  console: "https://portal.frontegg.com",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned",
  notes: ["Its metadata stands below /oauth"],
};

/** Claims of Frontegg; the members that are read. */
export interface FronteggProfile extends Profile, Record<"roles", string[]> {
  /** Becomes `user.image`. */
  profilePictureUrl: string;
  /** Whether the provider made sure that the address is the person's. */
  email_verified: boolean;
  /** E-mail address. */
  email: string;
  /** Name to show. */
  name: string;
  /** Id of the person at the issuer. */
  sub: string;
}

/** What the factory takes. */
export type FronteggOptions<P extends FronteggProfile = FronteggProfile> = OIDCUserConfig<P> & {
  /** Host of the server. */
  domain?: string;
};

/**
 * Sign in with Frontegg.
 *
 * @param options client id and secret (default: `AUTH_FRONTEGG_ID`, `AUTH_FRONTEGG_SECRET`), `domain`, or
 * `issuer` in their place (`AUTH_FRONTEGG_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/frontegg`
 * @example Frontegg({ domain: "login.example.com" })
 */
export default function Frontegg<P extends FronteggProfile = FronteggProfile>(
  options: FronteggOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
