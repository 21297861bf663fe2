import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of ZITADEL, as data. */
export const record: OIDCRecord = {
  id: "zitadel",
  name: "ZITADEL",
  type: "oidc",
  status: "active",
  issuer: "https://{instance}.zitadel.cloud",
  params: [{ name: "instance", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  docs: "https://zitadel.com/docs/apis/openidoauth/endpoints",
  console: "https://zitadel.com/",
  localhost: { rule: "note", note: "http needs the development mode switch on the app", checked: false },
  refresh: "add the offline_access scope",
  notes: ["Unless the app puts them into the ID token, claims such as email need idToken: false"],
};

/** Claims of ZITADEL. */
export type ZitadelProfile = WithMembers<
  Profile,
  Record<
    | "email"
    | "family_name"
    | "given_name"
    | "gender"
    | "locale"
    | "name"
    | "picture"
    | "preferred_username"
    | "sub"
    | "amr"
    | "aud"
    | "azp"
    | "iss"
    | "jti"
    | "phone",
    string
  > &
    Record<"email_verified" | "phone_verified", boolean> &
    Record<"auth_time" | "exp" | "iat" | "nbf", number>
>;

/** What the factory takes. */
export type ZITADELOptions<P extends ZitadelProfile = ZitadelProfile> = OIDCUserConfig<P> & {
  /** Name of the instance. */
  instance?: string;
};

/**
 * Sign in with ZITADEL.
 *
 * @param options client id and secret (default: `AUTH_ZITADEL_ID`, `AUTH_ZITADEL_SECRET`), `instance`, or
 * `issuer` in their place (`AUTH_ZITADEL_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/zitadel`
 * @example ZITADEL({ instance: "example" })
 */
export default function ZITADEL<P extends ZitadelProfile = ZitadelProfile>(
  options: ZITADELOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
