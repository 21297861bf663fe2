import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";

/** What is known of gov.br, as data. */
export const record: OIDCRecord = {
  id: "govbr",
  name: "gov.br",
  type: "oidc",
  status: "active",
  issuer: "https://sso.acesso.gov.br/",
  scopes: ["openid", "email", "profile", "govbr_confiabilidades"],
  emailVerified: "email_verified",
  docs: "https://acesso.gov.br/roteiro-tecnico/",
  console: "https://www.gov.br/conecta/",
  localhost: { rule: "unknown", note: "not checked", checked: false },
  refresh: "none",
  notes: ["Staging host: sso.staging.acesso.gov.br"],
};

/** Claims of gov.br. */
export type GovBrProfile = Profile;

/**
 * Sign in with gov.br.
 *
 * @param options client id and secret (default: `AUTH_GOVBR_ID`, `AUTH_GOVBR_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/govbr`
 * @example GovBr()
 */
export default function GovBr<P extends GovBrProfile = GovBrProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options);
}
