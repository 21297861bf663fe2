import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { type AppleKey, appleSecret } from "./functions/apple-secret.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";
import { mark } from "./marks/apple.js";

/** What is known of Apple, as data. */
export const record: OIDCRecord = {
  id: "apple",
  name: "Apple",
  type: "oidc",
  status: "active",
  issuer: "https://appleid.apple.com",
  scopes: ["name", "email"],
  authorizationParams: { response_mode: "form_post" },
  checks: ["nonce", "state"],
  clientAuth: "client_secret_post",
  userinfoFromCallback: ["user"],
  profile: { id: "sub", name: "${user.name.firstName} ${user.name.lastName}||email", email: "email" },
  emailVerified: "email_verified",
  style: { bg: "#000", text: "#fff" },
  docs: "https://developer.apple.com/documentation/sign_in_with_apple/sign_in_with_apple_rest_api",
  console: "https://developer.apple.com/account/resources/identifiers/list/serviceId",
  localhost: { rule: "https-only", note: "needs a domain with https, such as a tunnel", checked: true },
  refresh: "a refresh token is returned",
  notes: [
    "The client secret expires: pass teamId, keyId and privateKey, and one is made for each sign-in",
    "The name comes with the first consent and never again",
    "The answer is posted from Apple's page, so the cookies of the sign-in need https",
  ],
};

/** What Apple sends beside the code, at the first sign-in alone. */
export type AppleNonConformUser = Record<"name", Record<"firstName" | "lastName", string>> &
  Record<"email", string>;

/** Claims of Apple's ID token, and what Apple's page posts along with them. */
export interface AppleProfile
  extends
    WithMembers<Profile, Record<"email_verified", boolean | "true" | "false">>,
    Record<"iss", "https://appleid.apple.com">,
    Record<"aud" | "nonce" | "transfer_sub" | "at_hash", string>,
    Record<"iat" | "exp" | "auth_time", number>,
    Record<"nonce_supported", boolean>,
    Record<"real_user_status", 0 | 1 | 2> {
  /** The address forwards to the real one. May be text. */
  is_private_email: "true" | "false" | boolean;
  /** With the first consent only; posted by the browser and not signed. */
  user?: AppleNonConformUser;
  /** E-mail address. */
  email: string;
  /** Id of the person at the issuer. */
  sub: string;
}

/** What the factory takes. */
export type AppleOptions<P extends AppleProfile = AppleProfile> = OIDCUserConfig<P> & Partial<AppleKey>;

/**
 * Sign in with Apple.
 *
 * @param options client id (the Services ID; default: `AUTH_APPLE_ID`), and either `teamId`, `keyId` and `privateKey`
 * (text of the `.p8` file) or a client secret that you made yourself (`AUTH_APPLE_SECRET`, lives six months at most).
 * Any member overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/apple`
 * @example Apple({ teamId: "A1B2C3D4E5", keyId: "F6G7H8J9K0", privateKey: process.env.APPLE_KEY })
 */
export default function Apple<P extends AppleProfile = AppleProfile>(
  options: AppleOptions<P> = {},
): OIDCConfig<P> {
  const { teamId, keyId, privateKey, ...rest } = options;
  const key = teamId && keyId && privateKey ? { teamId, keyId, privateKey } : undefined;
  return fromOidcRecord<P, OIDCRecord>(record, rest, {
    mark,
    ...(key && { token: { makeSecret: ({ clientId }) => appleSecret(clientId, key) } }),
  });
}
