import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/google.js";

/** What is known of Google, as data. */
export const record = {
  id: "google",
  name: "Google",
  type: "oidc",
  status: "active",
  issuer: "https://accounts.google.com",
  scopes: ["openid", "profile", "email"],
  clientAuth: "client_secret_post",
  emailVerified: "email_verified",
  style: { bg: "#1a73e8", text: "#fff" },
  docs: "https://developers.google.com/identity/openid-connect/openid-connect",
  console: "https://console.cloud.google.com/apis/credentials",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development; raw IPs other than loopback are refused",
    checked: true,
  },
  refresh:
    "access_type=offline and prompt=consent (the refresh token comes only with the first consent otherwise)",
  notes: [
    "hd limits sign-in to a Workspace domain; check the hd claim too",
    "Apps in testing mode: refresh tokens expire after 7 days",
  ],
} as const satisfies ProviderRecord;

/** Claims of Google's ID token. */
export interface GoogleProfile {
  /** Who made the token: `https://accounts.google.com`. */
  iss: string;
  /** Id of the person at the issuer. */
  sub: string;
  /** The app that it is for. */
  aud: string;
  /** The app that asked for it. */
  azp: string;
  /** When it was made, in seconds since 1970. */
  iat: number;
  /** When it ends, in seconds since 1970. */
  exp: number;
  /** From when it holds, in seconds since 1970. */
  nbf?: number;
  /** Id of the token. */
  jti?: string;
  /** Name to show. */
  name: string;
  /** First name. */
  given_name: string;
  /** Last name. */
  family_name?: string;
  /** Address of the person's picture. */
  picture: string;
  /** E-mail address. */
  email: string;
  /** Whether the provider made sure that the address is the person's. */
  email_verified: boolean;
  /** Domain of the Workspace organisation. */
  hd?: string;
  /** Language tag of BCP 47. */
  locale?: string;
  [claim: string]: unknown;
}

/**
 * Sign in with Google.
 *
 * @param options client id and secret (default: `AUTH_GOOGLE_ID`, `AUTH_GOOGLE_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/google`
 * @example Google({ authorization: { params: { access_type: "offline", prompt: "consent" } } })
 */
export default function Google<P extends GoogleProfile = GoogleProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, typeof record>(record, options, { mark });
}
