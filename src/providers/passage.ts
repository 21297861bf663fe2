import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of Passage, as data. */
export const record: OIDCRecord = {
  id: "passage",
  name: "Passage",
  type: "oidc",
  status: "dead",
  issuer: "https://{app}.withpassage.com",
  params: [{ name: "app", required: true, example: "example" }],
  scopes: ["openid", "profile", "email"],
  emailVerified: "email_verified",
  style: { bg: "#3d53f6", text: "#fff" },
  docs: "https://docs.passage.id/hosted-login/oidc-client-configuration",
  console: "https://passage.1password.com",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  notes: ["The service was shut down on 16 January 2026"],
};

/** Claims of Passage by 1Password. */
export type PassageProfile = WithMembers<
  Profile,
  Record<"sub" | "email" | "iss" | "azp" | "client_id" | "at_hash" | "c_hash" | "phone", string> &
    Record<"email_verified" | "phone_number_verified", boolean> &
    Record<"aud", string[]> &
    Record<"exp" | "iat" | "auth_time", number>
>;

/** What the factory takes. */
export type PassageOptions<P extends PassageProfile = PassageProfile> = OIDCUserConfig<P> & {
  /** Id of the app. */
  app?: string;
};

/**
 * Sign in with Passage by 1Password.
 *
 * @param options client id and secret (default: `AUTH_PASSAGE_ID`, `AUTH_PASSAGE_SECRET`), `app`, or
 * `issuer` in their place (`AUTH_PASSAGE_ISSUER`); any member overrides the provider's own value. Callback
 * URL to register: `{origin}{basePath}/callback/passage`
 * @example Passage({ app: "example" })
 */
export default function Passage<P extends PassageProfile = PassageProfile>(
  options: PassageOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
