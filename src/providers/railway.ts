import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/railway.js";

/** What is known of Railway, as data. */
export const record: OIDCRecord = {
  id: "railway",
  name: "Railway",
  type: "oidc",
  status: "active",
  issuer: "https://backboard.railway.com",
  scopes: ["openid", "profile", "email"],
  checks: ["pkce", "state"],
  style: { bg: "#0b0d0e", text: "#fff" },
  docs: "https://docs.railway.com/reference/oauth",
  console: "https://railway.com/workspace/developer",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "add the offline_access scope and prompt=consent",
};

/** Claims of Railway. */
export type RailwayProfile = Profile;

/**
 * Sign in with Railway.
 *
 * @param options client id and secret (default: `AUTH_RAILWAY_ID`, `AUTH_RAILWAY_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/railway`
 * @example Railway()
 */
export default function Railway<P extends RailwayProfile = RailwayProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
