import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import type { WithMembers } from "./kit/with-members.js";

/** What is known of United Effects, as data. */
export const record: OIDCRecord = {
  id: "united-effects",
  name: "United Effects",
  type: "oidc",
  status: "limited",
  issuer: "https://auth.unitedeffects.com/{authGroupId}",
  params: [{ name: "authGroupId", required: true, example: "example" }],
  scopes: ["openid", "email", "profile"],
  authorizationParams: { resource: "{issuer}" },
  profile: { id: "sub", name: "name||email", email: "email", image: "picture" },
  docs: "https://docs.unitedeffects.com/integrations/nextauthjs",
  console: "https://www.unitedeffects.com/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "add the offline_access scope",
  notes: ["The resource parameter must equal the issuer"],
};

/** Claims of United Effects. */
export type UnitedEffectsProfile = WithMembers<Profile, Record<"sub" | "email", string>>;

/** What the factory takes. */
export type UnitedEffectsOptions<P extends UnitedEffectsProfile = UnitedEffectsProfile> =
  OIDCUserConfig<P> & {
    /** Id of the auth group. */
    authGroupId?: string;
  };

/**
 * Sign in with United Effects.
 *
 * @param options client id and secret (default: `AUTH_UNITED_EFFECTS_ID`, `AUTH_UNITED_EFFECTS_SECRET`),
 * `authGroupId`, or `issuer` in their place (`AUTH_UNITED_EFFECTS_ISSUER`); any member overrides the
 * provider's own value. Callback URL to register: `{origin}{basePath}/callback/united-effects`
 * @example UnitedEffects({ authGroupId: "example" })
 */
export default function UnitedEffects<P extends UnitedEffectsProfile = UnitedEffectsProfile>(
  options: UnitedEffectsOptions<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
